import type { AlertRecord, BriefingMonitor, RunStore, Viewer } from '../../store/store.ts';
import type { BriefingPeriod } from './briefing-schedule.ts';

/** Maximum number of results of a monitor. */
const maxResults = 5;
/** Number of alerts that are read at once. */
const batchSize = 100;

/** The monitors that alerted in the period, with their newest results. */
export async function alertedMonitors(
  runs: Pick<RunStore, 'alerts'>,
  viewer: Viewer,
  { from, to }: BriefingPeriod,
): Promise<BriefingMonitor[]> {
  const monitors = new Map<string, BriefingMonitor>();
  let until = to - 1;
  for (;;) {
    const alerts = await runs.alerts(viewer, { since: from, until, limit: batchSize });
    for (const alert of alerts) addAlert(monitors, alert);
    const oldest = alerts.at(-1);
    if (!oldest || alerts.length < batchSize) return [...monitors.values()];
    until = oldest.created_at - 1;
  }
}

/** Counts an alert for its monitor. Alerts are added from newest to oldest. */
export function addAlert(monitors: Map<string, BriefingMonitor>, alert: AlertRecord): void {
  const { monitor_id, monitor_title, results } = alert;
  const monitor = monitors.get(monitor_id) ?? {
    monitor_id,
    monitor_title,
    alerts: 0,
    result_count: 0,
    results: [],
  };
  monitor.alerts += 1;
  monitor.result_count += results.length;
  monitor.results.push(...results.slice(0, maxResults - monitor.results.length));
  monitors.set(monitor_id, monitor);
}
