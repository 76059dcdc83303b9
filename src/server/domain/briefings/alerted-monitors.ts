import type { AlertRecord, AlertStore, BriefingMonitor, Viewer } from '../../store/store.ts';
import type { BriefingPeriod } from './briefing-schedule.ts';
import { foldTitle } from './fold-title.ts';

/** Maximum number of results of a monitor. */
const maxResults = 5;
/** Number of alerts that are read at once. */
const batchSize = 100;

/**
 * The monitors that alerted in the period, with results of their newest alerts. Of results with
 * the same title, only the newest is kept.
 */
export async function alertedMonitors(
  alerts: Pick<AlertStore, 'list'>,
  viewer: Viewer,
  { from, to }: BriefingPeriod,
): Promise<BriefingMonitor[]> {
  const monitors = new Map<string, BriefingMonitor>();
  const query = { since: from, until: to - 1, order: 'newest_first', limit: batchSize } as const;
  let after: { time: number; sequence: number } | undefined;
  for (;;) {
    const page = await alerts.list(viewer, { ...query, after });
    for (const alert of page) addAlert(monitors, alert);
    const last = page.at(-1);
    if (!last || page.length < batchSize) return [...monitors.values()];
    after = { time: last.created_at, sequence: last.sequence };
  }
}

/** Counts an alert for its monitor. Alerts are added from newest to oldest. */
export function addAlert(monitors: Map<string, BriefingMonitor>, alert: AlertRecord): void {
  const { monitor_id, monitor_title } = alert;
  const known = monitors.get(monitor_id);
  const monitor = known ?? { monitor_id, monitor_title, alerts: 0, result_count: 0, results: [] };
  monitor.alerts += 1;
  monitor.result_count += alert.results.length;
  for (const result of alert.results) {
    if (monitor.results.length === maxResults) break;
    const title = foldTitle(result.title);
    if (monitor.results.some((kept) => foldTitle(kept.title) === title)) continue;
    monitor.results.push(result);
  }
  monitors.set(monitor_id, monitor);
}
