import type { WorkSlices } from '../../../node/work-slices.ts';
import { type RelevantItem, searchRelevant } from '../../search/search.ts';
import type { MonitorRecord, NewsPeriod, NewsStore } from '../../store/store.ts';
import { parseMonitorPrompt } from '../monitors/monitor-prompt.ts';

/** Maximum number of items per monitor. */
const itemsPerMonitor = 100;

/** Maximum number of active monitors whose items are found together: the newest ones. */
export const maxMonitors = 50;

interface MonitorNewsOptions extends NewsPeriod {
  /** The current time in milliseconds. */
  now: number;
  work: WorkSlices;
}

/**
 * The items of the index that each of the monitors finds, best first. Monitors with the same prompt
 * share a search.
 */
export async function* monitorNews(
  news: NewsStore,
  monitors: readonly MonitorRecord[],
  options: MonitorNewsOptions,
): AsyncGenerator<{ monitor: MonitorRecord; found: RelevantItem[] }> {
  const byPrompt = new Map<string, RelevantItem[]>();
  for (const monitor of monitors) {
    await options.work.next();
    const query = parseMonitorPrompt(monitor.prompt).words;
    const search = { ...options, query, limit: itemsPerMonitor };
    const found = byPrompt.get(query) ?? (await searchRelevant(news, search));
    byPrompt.set(query, found);
    yield { monitor, found };
  }
}
