import { errorMessage } from '../../../node/error-message.ts';
import { alertDeliveries } from '../../delivery/new-delivery.ts';
import type {
  AlertRecord,
  ClaimedMonitor,
  CompletedRun,
  DeliveryRecord,
  MonitorRecord,
  RunRecord,
} from '../../store/store.ts';
import type { Context } from '../context.ts';
import { newId } from '../identifier.ts';
import { findResults } from './monitor-results.ts';

const maxResults = 10;

/**
 * Maximum attempts to store a run. An attempt fails if another run of the monitor has just alerted
 * one of the results; the next attempt leaves that result out.
 */
const maxStoreAttempts = 5;

/** Runs a monitor without storing anything: the first-result preview. */
export async function previewRun(context: Context, monitor: MonitorRecord): Promise<RunRecord> {
  return withoutAlerted(context, await findRun(context, monitor, 'preview'));
}

/**
 * Runs a monitor for its tick. If its owner has no plan when the tick is due or when the run ends,
 * there is no run, and only the next tick is set.
 */
export async function runTick(
  context: Context,
  monitor: ClaimedMonitor,
  next_run_at: number,
): Promise<void> {
  const tick = { lease_token: monitor.lease_token, next_run_at };
  if (monitor.has_plan && (await runMonitor(context, monitor, 'schedule', tick)) !== 'unpaid') {
    return;
  }
  await context.store.monitors.skipTick(monitor.id, tick);
}

/**
 * Runs a monitor and stores the run, its alert and the alert's deliveries in one transaction.
 *
 * @param tick the lease of a scheduled run and the time of the next one
 * @returns `lost` if another process has taken over the tick, or `unpaid` if the owner has no plan
 *   when the run ends
 * @throws {Error} if other runs alert some of its results {@link maxStoreAttempts} times in a row.
 *   Nothing is stored then, and a scheduled run is repeated when its lease expires
 */
export async function runMonitor(
  context: Context,
  monitor: MonitorRecord,
  trigger: 'schedule' | 'on_demand',
  tick?: NonNullable<CompletedRun['tick']>,
): Promise<{ run: RunRecord; deliveries: DeliveryRecord[] } | 'lost' | 'unpaid'> {
  const { store, dispatcher } = context;
  const found = await findRun(context, monitor, trigger);
  for (let attempt = 1; attempt <= maxStoreAttempts; attempt += 1) {
    const run = await withoutAlerted(context, found);
    const alert = alertOf(run, monitor);
    const channels = alert ? await coveringChannels(context, monitor) : [];
    const skipped = channels.filter(({ is_permitted }) => !is_permitted);
    const permitted = channels.filter(({ is_permitted }) => is_permitted);
    run.skipped_channels = skipped.map(({ id }) => id);
    const deliveries = alert ? alertDeliveries(alert, permitted) : [];
    const outcome = await store.runs.record({
      run,
      deliveries,
      ...(alert && { alert }),
      ...(tick && { tick }),
    });
    if (outcome === 'lost' || outcome === 'unpaid') return outcome;
    if (outcome === 'repeated') continue;
    dispatcher.wake();
    return { run, deliveries };
  }
  throw new Error(
    `nothing was stored: other runs alerted the same results first, ${maxStoreAttempts} times in a row`,
  );
}

/** A run with all results of the monitor, including results that were alerted before. */
async function findRun(
  context: Context,
  monitor: MonitorRecord,
  trigger: RunRecord['trigger'],
): Promise<RunRecord> {
  const started_at = context.clock.now();
  const id = newId('run');
  const { results, error } = await findResults(context, monitor).then(
    (found) => ({ results: found, error: null }),
    (cause: unknown) => {
      if (context.stopping.aborted) throw cause;
      return { results: [], error: errorMessage(cause) };
    },
  );
  const status = error === null ? 'completed' : 'failed';
  const finished_at = context.clock.now();
  return {
    id,
    monitor_id: monitor.id,
    trigger,
    status,
    started_at,
    finished_at,
    results,
    filtered: {},
    error,
    skipped_channels: [],
  };
}

/** The run with only its best results that were not alerted before. */
async function withoutAlerted({ store }: Context, run: RunRecord): Promise<RunRecord> {
  const keys = run.results.map(({ key }) => key);
  const alerted = await store.runs.alerted(run.monitor_id, keys);
  const results = run.results.filter(({ key }) => !alerted.has(key)).slice(0, maxResults);
  return { ...run, results };
}

/** The alert of a qualifying run, that is, one with results. */
function alertOf(run: RunRecord, monitor: MonitorRecord): AlertRecord | undefined {
  if (run.results.length === 0) return undefined;
  return {
    id: newId('alert'),
    owner_id: monitor.owner_id,
    team_id: monitor.team_id,
    monitor_id: monitor.id,
    monitor_title: monitor.title,
    run_id: run.id,
    created_at: run.finished_at,
    results: run.results,
  };
}

/** Only recurring monitors send events (docs/service.md §8.1). */
async function coveringChannels({ store }: Context, monitor: MonitorRecord) {
  return monitor.every_minutes === null ? [] : store.channels.covering(monitor);
}
