import type { MonitorRecord } from '../../store/store.ts';
import { applyFilters, type FilterCandidate, needsLanguage } from './alert-filters.ts';
import { loadLanguageDetector } from './language-detector.ts';

/** Applies the filters of a monitor, with the language of the results if they depend on it. */
export async function filterResults<Candidate extends FilterCandidate>(
  candidates: readonly Candidate[],
  monitor: MonitorRecord,
): Promise<ReturnType<typeof applyFilters<Candidate>>> {
  const detectLanguage = needsLanguage(monitor) ? await loadLanguageDetector() : () => undefined;
  return applyFilters(candidates, monitor, detectLanguage);
}
