import { errorMessage } from '../../../node/error-message.ts';
import { WorkSlices } from '../../../node/work-slices.ts';
import { alertDeliveries } from '../../delivery/new-delivery.ts';
import { removedMatcher } from '../../store/removed-news.ts';
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
  SeenResults,
} from '../../store/store.ts';
import type { Context } from '../context.ts';
import { newId } from '../identifier.ts';
import { chooseResults, maxResults } from './choose-results.ts';
import { type CollectedResults, collectResults } from './collect-results.ts';
import { filterResults } from './filter-results.ts';
import { type FoundResult, uniqueResults } from './monitor-results.ts';
import { type AlertedStories, type FoundStory, fingerprintsOf, newStories } from './new-stories.ts';
import { findPastResults } from './past-results.ts';
import { quietHoursEnd } from './quiet-hours.ts';

/** Maximum number of results that are stored with a monitor for its next run. */
const maxHeldResults = 100;

/** Milliseconds after a run last found a story for which later versions of it are recognized. */
const storyLifetime = 7 * 24 * 3_600_000;
/** Maximum number of alerted results of which later versions are recognized: the newest. */
const maxStories = 500;

/**
 * Maximum attempts to store a run. An attempt fails if another run of the monitor has just alerted
 * one of the results, if the operator has just taken one down, or if a paused connection has just
 * been changed; the next attempt leaves that result out and reads the connections again.
 */
export const maxStoreAttempts = 5;

/** The first-result preview of a new monitor, and what counts as alerted after it. */
export interface Preview {
  run: RunRecord;
  seen: SeenResults;
}

/** Searches the past for a new monitor, without storing anything. */
export async function previewRun(
  context: Context,
  monitor: MonitorRecord,
  work: WorkSlices,
): Promise<Preview> {
  const { store } = context;
  const { run, collected } = await attemptRun(context, monitor, 'preview', work, async () => {
    const past = await findPastResults(context, monitor, work);
    return { ...nothing, ...past };
  });
  const found = await withoutRemovedResults(store, collected.found);
  const { passed, filtered } = await filterResults(found, monitor, work);
  const now = run.started_at;
  const alerted = { keys: new Set<string>(), stories: new Map<string, string>() };
  const { stories } = await newStories(passed, alerted, { now, work });
  const results = stories.slice(0, maxResults).map(({ result }) => result);
  const marks = stories.flatMap((story) => story.marks);
  const seen = {
    keys: collected.seen,
    stories: new Map([
      ...(await fingerprintsOf(found, now, work)),
      ...marks.flatMap(({ key, story }): [string, string][] =>
        story === null ? [] : [[key, story]],
      ),
    ]),
    at: now,
  };
  return { run: { ...run, results, filtered }, seen };
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
      return { run: prepared.run, deliveries: prepared.deliveries };
    }
    if (outcome === 'deleted' || outcome === 'unpaid' || outcome === 'lost') return outcome;
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

/** The run as it is stored, with its alert and deliveries and what it leaves for the next one. */
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
  const deliveries = alert ? alertDeliveries(alert, permitted) : [];
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
    // The items of own sources are found again.
    seen: [...attempted.collected.seen, ...repeats.map(({ result }) => result.key)],
    seenStories: repeatStories,
    ...(alert && { alert }),
    ...(ending && { tick: { ...ending, held } }),
  };
}

/** A run, and what it collected. */
interface AttemptedRun {
  run: Omit<RunRecord, 'results' | 'filtered'>;
  collected: CollectedResults;
}

const nothing: CollectedResults = { found: [], matches: [], dropped: 0, seen: [], known: [] };

/** A run that collects results. It fails if `collect` throws, unless the work was stopped. */
async function attemptRun(
  context: Context,
  monitor: MonitorRecord,
  trigger: RunRecord['trigger'],
  work: WorkSlices,
  collect: () => Promise<CollectedResults>,
): Promise<AttemptedRun> {
  const started_at = context.clock.now();
  const id = newId('run');
  const { collected, error } = await collect().then(
    (results) => ({ collected: results, error: null }),
    (cause: unknown) => {
      if (context.stopping.aborted || work.signal?.aborted) throw cause;
      return { collected: nothing, error: errorMessage(cause) };
    },
  );
  const run: AttemptedRun['run'] = {
    id,
    monitor_id: monitor.id,
    trigger,
    status: error === null ? 'completed' : 'failed',
    started_at,
    finished_at: context.clock.now(),
    error,
    skipped_channels: [],
  };
  return { run, collected };
}

/** A run whose results can be alerted. */
interface AlertableRun {
  run: RunRecord;
  /** The results of the run. */
  chosen: FoundStory[];
  /** Results that can be alerted, but are left for the next run. */
  waiting: FoundStory[];
  /** Results that repeat what was alerted. */
  repeats: FoundResult[];
  /** Their fingerprints, by their keys. */
  repeatStories: ReadonlyMap<string, string>;
  /** The keys of found results that were alerted before. */
  alertedBefore: readonly string[];
}

/**
 * The run with its best results that pass the monitor's filters and were not alerted before, neither
 * themselves nor as another version of their story that says the same. The results that were held
 * back come first. A failed run has no results.
 */
async function alertableRun(
  { store }: Context,
  monitor: MonitorRecord,
  { run, collected }: AttemptedRun,
  work: WorkSlices,
): Promise<AlertableRun> {
  if (run.status === 'failed') {
    const failed = { ...run, results: [], filtered: {} };
    const none = { chosen: [], waiting: [], repeats: [], alertedBefore: [] };
    return { run: failed, ...none, repeatStories: new Map() };
  }
  const held = await store.runs.held(monitor.id);
  const all = uniqueResults([...held.map(foundHeld), ...collected.found]);
  const found = await withoutRemovedResults(store, all);
  const now = run.started_at;
  const alerted = await alertedStories(store, monitor, found, now);
  const fresh = found.filter((each) => canBeNew(each, monitor, alerted));
  const { passed, filtered } = await filterResults(fresh, monitor, work);
  const { stories, repeats, repeatStories, known } = await newStories(passed, alerted, {
    now,
    work,
  });
  const { chosen, waiting } = chooseResults(stories);
  return {
    run: {
      ...run,
      results: chosen.map(({ result }) => result),
      filtered: {
        ...filtered,
        ...(repeats.length > 0 && { repeats: repeats.length }),
        ...(collected.dropped > 0 && { max_waiting: collected.dropped }),
      },
    },
    chosen,
    waiting,
    repeats,
    repeatStories,
    alertedBefore: [...new Set([...alerted.keys, ...collected.known, ...known])],
  };
}

/** What the monitor has alerted, as far as it matters for the found results. */
async function alertedStories(
  { alerts }: Context['store'],
  { id }: MonitorRecord,
  found: readonly FoundResult[],
  now: number,
): Promise<AlertedStories> {
  if (found.length === 0) return { keys: new Set(), stories: new Map() };
  const keys = found.map(({ result }) => result.key);
  const since = now - storyLifetime;
  return {
    keys: await alerts.alerted(id, keys),
    stories: await alerts.stories(id, { keys, since, limit: maxStories }),
  };
}

/**
 * Whether a result may say something that was not alerted: it is new, or its item has changed. An
 * agent may describe the same item in other words.
 */
function canBeNew(
  { result: { key }, match }: FoundResult,
  { execution }: MonitorRecord,
  { keys, stories }: AlertedStories,
): boolean {
  if (!keys.has(key)) return true;
  return execution === 'standard' && (match !== undefined || stories.has(key));
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
function heldRun({ run, chosen, waiting, ...rest }: AlertableRun): AlertableRun {
  const all = [...chosen, ...waiting];
  const filtered = { ...run.filtered, quiet_hours: all.length };
  return { ...rest, run: { ...run, results: [], filtered }, chosen: [], waiting: all };
}

/**
 * What a run leaves for the next one: matches stay in the store; results that are not matches, or that
 * an agent has written, are held with the monitor. Only scheduled runs hold results.
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
