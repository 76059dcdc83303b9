import { WorkSlices } from '../../../node/work-slices.ts';
import type { MonitorRecord } from '../../store/store.ts';
import { applyFilters, type FilterCandidate, needsLanguage } from './alert-filters.ts';
import { loadLanguageDetector } from './language-detector.ts';

/** Number of results that are filtered without letting other events be handled. */
const batchSize = 25;

/** Applies the filters of a monitor, with the language of the results if they depend on it. */
export async function filterResults<Candidate extends FilterCandidate>(
  candidates: readonly Candidate[],
  monitor: MonitorRecord,
  work = new WorkSlices(),
): Promise<ReturnType<typeof applyFilters<Candidate>>> {
  const detectLanguage = needsLanguage(monitor) ? await loadLanguageDetector() : () => undefined;
  const passed: Candidate[] = [];
  const counts = new Map<string, number>();
  for (let start = 0; start < candidates.length; start += batchSize) {
    await work.next();
    const batch = applyFilters(candidates.slice(start, start + batchSize), monitor, detectLanguage);
    passed.push(...batch.passed);
    for (const [filter, count] of Object.entries(batch.filtered)) {
      counts.set(filter, (counts.get(filter) ?? 0) + count);
    }
  }
  return { passed, filtered: Object.fromEntries(counts) };
}
