import { WorkSlices } from '../../../node/work-slices.ts';
import { alertDeliveries } from '../../delivery/new-delivery.ts';
import type {
  AlertRecord,
  ClaimedMonitor,
  CollectedMatches,
  CompletedRun,
  CompletedTick,
  DeliveryRecord,
  HeldResultRecord,
  MonitorRecord,
  RunRecord,
} from '../../store/store.ts';
import { isEntitled } from '../accounts/is-entitled.ts';
import type { Context } from '../context.ts';
import { newId } from '../identifier.ts';
import { type AlertableRun, alertableRun } from './alertable-run.ts';
import { type AttemptedRun, attemptRun } from './attempt-run.ts';
import { type CollectedResults, collectResults } from './collect-results.ts';
import { comparedKey, type FoundResult } from './monitor-results.ts';
import type { FoundStory } from './new-stories.ts';
import { quietHoursEnd } from './quiet-hours.ts';

/** Maximum number of results that are stored with a monitor for its next run. */
const maxHeldResults = 100;

/**
 * Maximum attempts to store a run. An attempt fails if another run of the monitor has just alerted
 * one of the results, if the operator has just taken one down, or if a paused connection has just
 * been changed; the next attempt leaves that result out and reads the connections again.
 */
export const maxStoreAttempts = 5;

/** Runs a monitor for its tick. If its owner has no plan, only sets the next tick. */
export async function runTick(
  context: Context,
  monitor: ClaimedMonitor,
  next_run_at: number,
): Promise<void> {
  const tick = { lease_token: monitor.lease_token, next_run_at };
  const work = new WorkSlices({ group: monitor.owner_id });
  const outcome = await runMonitor(context, monitor, 'schedule', { tick, work });
  if (outcome === 'not_entitled') await context.store.monitors.skipTick(monitor.id, tick);
}

type RunOutcome =
  | { run: RunRecord; deliveries: DeliveryRecord[] }
  | 'deleted'
  | 'lost'
  | 'not_entitled';

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
 *   over the tick, or `not_entitled` if the owner is not when the run starts or ends. It stores
 *   nothing in these cases
 * @throws {Error} if {@link maxStoreAttempts} attempts to store it fail.
 *   It stores nothing then, and a scheduled run is repeated when its lease expires
 */
export function runMonitor(
  context: Context,
  monitor: MonitorRecord,
  trigger: 'schedule' | 'on_demand',
  options: RunOptions,
): Promise<RunOutcome> {
  const { work } = options;
  return context.tracing.span(
    () => ({
      name: 'monitor run',
      attributes: { 'newswatch.monitor.id': monitor.id, 'newswatch.run.trigger': trigger },
      parent: work.trace,
    }),
    async (span) => {
      work.trace = span.trace ?? work.trace;
      const outcome = await runAndStore(context, monitor, trigger, options);
      const status = typeof outcome === 'string' ? outcome : outcome.run.status;
      span.set({ 'newswatch.run.status': status });
      if (status === 'failed') span.fail(status);
      return outcome;
    },
  );
}

async function runAndStore(
  context: Context,
  monitor: MonitorRecord,
  trigger: 'schedule' | 'on_demand',
  { tick, work }: RunOptions,
): Promise<RunOutcome> {
  const { store, dispatcher } = context;
  const owner = await store.accounts.get(monitor.owner_id);
  if (!owner || !isEntitled(owner)) return 'not_entitled';
  await context.matcher.match(work.signal);
  const attempted = await attemptRun(context, monitor, trigger, work, () =>
    collectResults(context, monitor, work),
  );
  for (let attempt = 1; attempt <= maxStoreAttempts; attempt += 1) {
    const prepared = await prepareRun(context, monitor, attempted, {
      tick,
      work,
      timeZone: owner.time_zone,
    });
    const outcome = await store.runs.record(prepared);
    if (outcome === 'stored') {
      dispatcher.wake();
      context.metrics.count('newswatch_runs_total', { trigger, status: prepared.run.status });
      return { run: prepared.run, deliveries: prepared.deliveries };
    }
    if (outcome === 'deleted' || outcome === 'not_entitled' || outcome === 'lost') return outcome;
  }
  throw new Error(
    `nothing was stored: other runs alerted the same results, results were taken down, or paused connections were changed, ${maxStoreAttempts} times in a row`,
  );
}

interface PrepareOptions {
  tick: CompletedTick | undefined;
  work: WorkSlices;
  /** Of the owner. */
  timeZone: string;
}

/** The run to store, with its alert, its deliveries and the results that it leaves for the next run. */
async function prepareRun(
  context: Context,
  monitor: MonitorRecord,
  attempted: AttemptedRun,
  { tick, work, timeZone }: PrepareOptions,
): Promise<CompletedRun & { deliveries: DeliveryRecord[] }> {
  const alertable = await alertableRun(context, monitor, attempted, work);
  const quietEnd = quietEndOf(alertable.run, monitor, timeZone);
  const { run, chosen, waiting, repeats, repeatStories, alertedBefore } =
    quietEnd === undefined ? alertable : heldRun(alertable);
  const alert = alertOf(run, monitor);
  const channels = alert ? await coveringChannels(context, monitor) : [];
  const skipped = channels.filter(({ is_permitted }) => !is_permitted);
  const permitted = channels.filter(({ is_permitted }) => is_permitted);
  run.skipped_channels = skipped.map(({ id }) => id);
  const deliveries = alert ? alertDeliveries(alert, permitted, work.trace) : [];
  const ending = tick && endingBy(tick, quietEnd);
  if (run.status === 'failed') {
    return { run, deliveries, alertedBefore, ...(ending && { tick: ending }) };
  }
  const { collected, held } = leftForNextRun(attempted.collected, waiting, {
    agentic: tick !== undefined && monitor.execution === 'agentic',
    others: tick !== undefined,
  });
  return {
    run,
    deliveries,
    marks: chosen.flatMap(({ marks }) => marks),
    alertedBefore,
    collected,
    seen: [...attempted.collected.seen, ...repeats.flatMap(seenKeys)],
    seenStories: repeatStories,
    ...(alert && { alert }),
    ...(ending && { tick: { ...ending, held } }),
  };
}

/** The next run finds a repeat in an own source again, and must not compare the same text again. */
function seenKeys({ result, match }: FoundResult): string[] {
  return match ? [result.key] : [result.key, comparedKey(result)];
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
function heldRun({ run, chosen, waiting, ...rest }: AlertableRun): AlertableRun {
  const all = [...chosen, ...waiting];
  const filtered = { ...run.filtered, quiet_hours: all.length };
  return { ...rest, run: { ...run, results: [], filtered }, chosen: [], waiting: all };
}

/**
 * The matches that a run deletes, and the results that it holds for the next run. Waiting matches stay
 * in the store. Results that are not matches, or that an agent has written, are held with the monitor,
 * but only by scheduled runs.
 */
function leftForNextRun(
  { matches, dropped }: CollectedResults,
  waiting: readonly FoundStory[],
  holds: { agentic: boolean; others: boolean },
): { collected: CollectedMatches; held: HeldResultRecord[] } {
  const isHeld = ({ match }: FoundResult) => (match ? holds.agentic : holds.others);
  const kept = new Set(
    waiting
      .flatMap(({ versions }) => versions)
      .filter((each) => !isHeld(each))
      .flatMap(({ match }) => match?.item_id ?? []),
  );
  return {
    collected: {
      itemIds: matches.map(({ item_id }) => item_id).filter((id) => !kept.has(id)),
      until: Math.max(0, ...matches.map(({ arrival }) => arrival)),
      dropped,
    },
    held: waiting.filter(isHeld).slice(0, maxHeldResults).map(toHeld),
  };
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
