import { errorMessage } from '../../../node/error-message.ts';
import { WorkSlices } from '../../../node/work-slices.ts';
import { alertDeliveries } from '../../delivery/new-delivery.ts';
import { removedMatcher } from '../../store/removed-news.ts';
import type {
  AlertRecord,
  ClaimedMonitor,
  CompletedTick,
  DeliveryRecord,
  HeldResultRecord,
  MonitorRecord,
  RunRecord,
} from '../../store/store.ts';
import type { Context } from '../context.ts';
import { newId } from '../identifier.ts';
import { filterResults } from './filter-results.ts';
import { type FoundResult, findResults, uniqueResults } from './monitor-results.ts';
import { quietHoursEnd } from './quiet-hours.ts';

const maxResults = 10;

/** Maximum number of results of a monitor that quiet hours hold back. */
const maxHeldResults = 100;

/**
 * Maximum attempts to store a run. An attempt fails if another run of the monitor has just alerted
 * one of the results, if the operator has just taken one down, or if a paused connection has just
 * been changed; the next attempt leaves that result out and reads the connections again.
 */
export const maxStoreAttempts = 5;

/** Runs a monitor without storing anything: the first-result preview. */
export async function previewRun(
  context: Context,
  monitor: MonitorRecord,
  work: WorkSlices,
): Promise<RunRecord> {
  const found = await findRun(context, monitor, 'preview', work);
  const { run } = await alertableRun(context, monitor, found, work);
  return run;
}

/** Runs a monitor for its tick. If its owner has no plan, only sets the next tick. */
export async function runTick(
  context: Context,
  monitor: ClaimedMonitor,
  next_run_at: number,
): Promise<void> {
  const tick = { lease_token: monitor.lease_token, next_run_at };
  const work = new WorkSlices({ group: monitor.owner_id });
  const outcome = await runMonitor(context, monitor, 'schedule', { tick, work });
  if (outcome === 'unpaid') await context.store.monitors.skipTick(monitor.id, tick);
}

interface RunOptions {
  /** The lease of a scheduled run and the time of the next one. */
  tick?: CompletedTick;
  /** Its signal stops the run, which is then not stored. */
  work: WorkSlices;
}

/**
 * Runs a monitor and stores the run, its alert and the alert's deliveries in one transaction.
 *
 * @returns `deleted` if the monitor was deleted during the run, `lost` if another process has taken
 *   over the tick, or `unpaid` if the owner has no plan when the run starts or ends. It stores
 *   nothing in these cases
 * @throws {Error} if {@link maxStoreAttempts} attempts to store it fail.
 *   It stores nothing then, and a scheduled run is repeated when its lease expires
 */
export async function runMonitor(
  context: Context,
  monitor: MonitorRecord,
  trigger: 'schedule' | 'on_demand',
  { tick, work }: RunOptions,
): Promise<{ run: RunRecord; deliveries: DeliveryRecord[] } | 'deleted' | 'lost' | 'unpaid'> {
  const { store, dispatcher } = context;
  const owner = await store.accounts.get(monitor.owner_id);
  if (owner?.plan !== 'active') return 'unpaid';
  const found = await findRun(context, monitor, trigger, work);
  for (let attempt = 1; attempt <= maxStoreAttempts; attempt += 1) {
    const alertable = await alertableRun(context, monitor, found, work);
    const quietEnd = quietEndOf(alertable.run, monitor, owner.time_zone);
    const { run, held } = quietEnd === undefined ? alertable : heldRun(alertable);
    const alert = alertOf(run, monitor);
    const channels = alert ? await coveringChannels(context, monitor) : [];
    const skipped = channels.filter(({ is_permitted }) => !is_permitted);
    const permitted = channels.filter(({ is_permitted }) => is_permitted);
    run.skipped_channels = skipped.map(({ id }) => id);
    const deliveries = alert ? alertDeliveries(alert, permitted) : [];
    const outcome = await store.runs.record({
      run,
      deliveries,
      alertedBefore: alertable.alertedBefore,
      ...(alert && { alert }),
      ...(tick && { tick: { ...endingBy(tick, quietEnd), held } }),
    });
    if (outcome === 'stored') {
      dispatcher.wake();
      return { run, deliveries };
    }
    if (outcome === 'deleted' || outcome === 'unpaid' || outcome === 'lost') return outcome;
  }
  throw new Error(
    `nothing was stored: other runs alerted the same results, results were taken down, or paused connections were changed, ${maxStoreAttempts} times in a row`,
  );
}

/** A run and all that it found, including results that were alerted before. */
interface FoundRun {
  run: Omit<RunRecord, 'results' | 'filtered'>;
  found: FoundResult[];
}

async function findRun(
  context: Context,
  monitor: MonitorRecord,
  trigger: RunRecord['trigger'],
  work: WorkSlices,
): Promise<FoundRun> {
  const started_at = context.clock.now();
  const id = newId('run');
  const { found, error } = await findResults(context, monitor, work).then(
    (results) => ({ found: results, error: null }),
    (cause: unknown) => {
      if (context.stopping.aborted || work.signal?.aborted) throw cause;
      return { found: [], error: errorMessage(cause) };
    },
  );
  const status = error === null ? 'completed' : 'failed';
  const finished_at = context.clock.now();
  const run: FoundRun['run'] = {
    id,
    monitor_id: monitor.id,
    trigger,
    status,
    started_at,
    finished_at,
    error,
    skipped_channels: [],
  };
  return { run, found };
}

/** A run whose results can be alerted. */
interface AlertableRun {
  run: RunRecord;
  /** All results that can be alerted, also those beyond the maximum of a run. */
  passed: FoundResult[];
  /** The results to hold back after the run; `undefined` keeps the stored ones. */
  held: HeldResultRecord[] | undefined;
  /** The keys of found results that were alerted before. */
  alertedBefore: readonly string[];
}

/**
 * The run with its best results that were not alerted before and pass the monitor's filters. The
 * results that were held back come first. A failed run has no results and leaves them held.
 */
async function alertableRun(
  { store }: Context,
  monitor: MonitorRecord,
  { run, found }: FoundRun,
  work: WorkSlices,
): Promise<AlertableRun> {
  if (run.status === 'failed') {
    return {
      run: { ...run, results: [], filtered: {} },
      passed: [],
      held: undefined,
      alertedBefore: [],
    };
  }
  const held = await store.runs.held(monitor.id);
  const all = await withoutRemovedResults(store, uniqueResults([...held.map(foundHeld), ...found]));
  const alerted = await store.alerts.alerted(
    monitor.id,
    all.map(({ result }) => result.key),
  );
  const fresh = all.filter(({ result }) => !alerted.has(result.key));
  const { passed, filtered } = await filterResults(fresh, monitor, work);
  const results = passed.slice(0, maxResults).map(({ result }) => result);
  const heldKeys = new Set(held.map(({ result }) => result.key));
  const rest = passed.slice(maxResults).filter(({ result }) => heldKeys.has(result.key));
  return {
    run: { ...run, results, filtered },
    passed,
    held: rest.map(toHeld),
    alertedBefore: [...alerted],
  };
}

/** Leaves out results that the operator has taken down. */
async function withoutRemovedResults(
  { takedowns }: Context['store'],
  found: readonly FoundResult[],
): Promise<FoundResult[]> {
  const isRemoved = removedMatcher(await takedowns.among(found.map(({ result }) => result)));
  return found.filter(
    ({ result }) =>
      !isRemoved(
        result.key,
        result.links.map(({ url }) => url),
      ),
  );
}

function foundHeld(held: HeldResultRecord): FoundResult {
  const { title, summary } = held.result;
  return { ...held, title, summary };
}

function toHeld({ result, sources, relevance }: FoundResult): HeldResultRecord {
  return { result, sources, relevance };
}

/**
 * When the quiet hours end that hold the results of the run back; `undefined` if none do. They hold
 * only scheduled runs.
 */
function quietEndOf(
  { trigger, results, finished_at }: RunRecord,
  { quiet_hours }: MonitorRecord,
  timeZone: string,
): number | undefined {
  if (quiet_hours === null || trigger !== 'schedule' || results.length === 0) return undefined;
  return quietHoursEnd(quiet_hours, timeZone, finished_at);
}

/** The run with its results held back for a later run. */
function heldRun({ run, passed, alertedBefore }: AlertableRun): AlertableRun {
  const filtered = { ...run.filtered, quiet_hours: passed.length };
  const held = passed.slice(0, maxHeldResults).map(toHeld);
  return { run: { ...run, results: [], filtered }, passed, held, alertedBefore };
}

/** The tick with the next run at `time` at the latest. */
function endingBy(tick: CompletedTick, time: number | undefined) {
  return time === undefined ? tick : { ...tick, next_run_at: Math.min(tick.next_run_at, time) };
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
