import { setImmediate } from 'node:timers/promises';
import { type RankedItem, searchRelevant } from '../../search/search.ts';
import type { MonitorRecord, NewsStore } from '../../store/store.ts';
import { parseMonitorPrompt } from '../monitors/monitor-prompt.ts';

/** Maximum number of items per monitor. */
const itemsPerMonitor = 100;

/** Maximum number of monitors: the newest ones. */
const maxMonitors = 50;

interface MonitorNewsOptions {
  /** The current time in milliseconds. */
  now: number;
  /** Only items of the last `hours_ago` hours (default: all items). */
  hours_ago?: number;
}

/** The items of the index that each active monitor finds, best first. */
export async function* monitorNews(
  news: NewsStore,
  monitors: readonly MonitorRecord[],
  options: MonitorNewsOptions,
): AsyncGenerator<{ monitor: MonitorRecord; found: RankedItem[] }> {
  const newest = monitors.filter(({ status }) => status === 'active').slice(-maxMonitors);
  for (const monitor of newest) {
    // A search blocks the event loop for a while; let other requests run in between.
    await setImmediate();
    const query = parseMonitorPrompt(monitor.prompt).words;
    const found = await searchRelevant(news, { ...options, query, limit: itemsPerMonitor });
    yield { monitor, found };
  }
}
