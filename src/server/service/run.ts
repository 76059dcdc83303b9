import { alertEvent } from '../delivery/event.ts';
import { searchRelevant } from '../search/search.ts';
import type * as stored from '../store/store.ts';
import type { Context } from './context.ts';
import { newId } from './identifier.ts';

/** How many results a run gives at most. */
const resultLimit = 10;

/** Looks for what fits a monitor now and stores nothing: the first-result preview. */
export async function previewRun(
  context: Context,
  monitor: stored.Monitor,
): Promise<stored.MonitorRun> {
  return lookForResults(context, monitor, 'preview');
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
  monitor: stored.Monitor,
  trigger: 'schedule' | 'on_demand',
  tick?: NonNullable<stored.RunRecord['tick']>,
): Promise<{ run: stored.MonitorRun; deliveries: stored.Delivery[] } | undefined> {
  for (;;) {
    const ran = await tryRun(context, monitor, trigger, tick);
    if (ran === 'lost') return undefined;
    if (ran !== 'repeated') return ran;
  }
}

async function tryRun(
  context: Context,
  monitor: stored.Monitor,
  trigger: 'schedule' | 'on_demand',
  tick: stored.RunRecord['tick'],
) {
  const run = await lookForResults(context, monitor, trigger);
  const alert = alertOf(run, monitor);
  const channels = alert && recurs(monitor) ? await context.store.channels.covering(monitor) : [];
  const deliveries = channels.flatMap((channel) => (alert ? [alertEvent(alert, channel)] : []));
  const record = { run, deliveries, ...(alert ? { alert } : {}), ...(tick ? { tick } : {}) };
  const recorded = await context.store.runs.record(record);
  if (recorded !== 'stored') return recorded;
  context.dispatcher.wake();
  return { run, deliveries };
}

async function lookForResults(
  context: Context,
  monitor: stored.Monitor,
  trigger: stored.MonitorRun['trigger'],
): Promise<stored.MonitorRun> {
  const started_at = context.clock.now();
  const id = newId('run');
  const { results, error } = await newResults(context, monitor).then(
    (found) => ({ results: found, error: null }),
    (failure: unknown) => ({ results: [], error: reasonOf(failure) }),
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

/** What is relevant to the prompt and was not alerted before. */
async function newResults(
  { store, clock }: Context,
  monitor: stored.Monitor,
): Promise<stored.RunResult[]> {
  const options = { query: monitor.prompt, limit: 100, now: clock.now() };
  const found = (await searchRelevant(store.news, options)).map(({ item }) => resultOf(item));
  const keys = found.map(({ key }) => key);
  const alerted = await store.runs.alerted(monitor.id, keys);
  return found.filter(({ key }) => !alerted.has(key)).slice(0, resultLimit);
}

function resultOf(item: stored.NewsItemRecord): stored.RunResult {
  return {
    key: item.id,
    title: item.title,
    summary: item.description,
    links: item.url === null ? [] : [{ url: item.url, source: item.source }],
    publication_date: item.publication_date,
  };
}

/** The alert of a run that qualifies: it has results. */
function alertOf(run: stored.MonitorRun, monitor: stored.Monitor): stored.Alert | undefined {
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
function recurs({ every_minutes }: stored.Monitor): boolean {
  return every_minutes !== null;
}

function reasonOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
