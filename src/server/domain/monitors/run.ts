import { alertDeliveries } from '../../delivery/new-delivery.ts';
import type * as stored from '../../store/store.ts';
import type { Context } from '../context.ts';
import { newId } from '../identifier.ts';
import { findResults } from './monitor-results.ts';

/** How many results a run gives at most. */
const resultLimit = 10;

/** Looks for what fits a monitor now and stores nothing: the first-result preview. */
export async function previewRun(
  context: Context,
  monitor: stored.MonitorRecord,
): Promise<stored.RunRecord> {
  return withNewResults(context, await look(context, monitor, 'preview'));
}

/**
 * Runs a monitor and stores the run with its alert and an event for each connection, all or
 * nothing. Nothing is sent before that.
 *
 * @param tick the lease of a scheduled run and its next time
 * @returns `undefined` when another process has taken the tick over
 */
export async function runMonitor(
  context: Context,
  monitor: stored.MonitorRecord,
  trigger: 'schedule' | 'on_demand',
  tick?: NonNullable<stored.CompletedRun['tick']>,
): Promise<{ run: stored.RunRecord; deliveries: stored.DeliveryRecord[] } | undefined> {
  const looked = await look(context, monitor, trigger);
  for (;;) {
    const ran = await tryRecord(context, monitor, looked, tick);
    if (ran === 'lost') return undefined;
    if (ran !== 'repeated') return ran;
  }
}

async function tryRecord(
  context: Context,
  monitor: stored.MonitorRecord,
  looked: stored.RunRecord,
  tick: stored.CompletedRun['tick'],
) {
  const run = await withNewResults(context, looked);
  const alert = alertOf(run, monitor);
  const channels = alert && recurs(monitor) ? await context.store.channels.covering(monitor) : [];
  const deliveries = alert ? alertDeliveries(alert, channels) : [];
  const record = { run, deliveries, ...(alert ? { alert } : {}), ...(tick ? { tick } : {}) };
  const recorded = await context.store.runs.record(record);
  if (recorded !== 'stored') return recorded;
  context.dispatcher.wake();
  return { run, deliveries };
}

/** A run with all that it has found, alerted before or not. */
async function look(
  context: Context,
  monitor: stored.MonitorRecord,
  trigger: stored.RunRecord['trigger'],
): Promise<stored.RunRecord> {
  const started_at = context.clock.now();
  const id = newId('run');
  const { results, error } = await findResults(context, monitor).then(
    (found) => ({ results: found, error: null }),
    (failure: unknown) => {
      if (context.stopping.aborted) throw failure;
      return { results: [], error: reasonOf(failure) };
    },
  );
  return {
    id,
    monitor_id: monitor.id,
    trigger,
    status: error === null ? 'completed' : 'failed',
    started_at,
    finished_at: context.clock.now(),
    results,
    error,
  };
}

/** The run with those of its results, the best, that were not alerted before. */
async function withNewResults(
  { store }: Context,
  run: stored.RunRecord,
): Promise<stored.RunRecord> {
  const keys = run.results.map(({ key }) => key);
  const alerted = await store.runs.alerted(run.monitor_id, keys);
  const results = run.results.filter(({ key }) => !alerted.has(key)).slice(0, resultLimit);
  return { ...run, results };
}

/** The alert of a run that qualifies: it has results. */
function alertOf(
  run: stored.RunRecord,
  monitor: stored.MonitorRecord,
): stored.AlertRecord | undefined {
  if (run.results.length === 0) return undefined;
  return {
    id: newId('alert'),
    owner: monitor.owner,
    monitor_id: monitor.id,
    monitor_title: monitor.title,
    run_id: run.id,
    created_at: run.finished_at,
    results: run.results,
  };
}

/** Events are sent for recurring monitors alone (service document, "Kinds of event"). */
function recurs({ every_minutes }: stored.MonitorRecord): boolean {
  return every_minutes !== null;
}

function reasonOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
