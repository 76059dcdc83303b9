import type { AlertFilters } from '../../../contract/alert-filters.ts';
import type { Operations } from '../../../contract/operations.ts';
import { defaultLimit } from '../../../contract/shared-fields.ts';
import type { WorkSlices } from '../../../node/work-slices.ts';
import { checkFeedUrl } from '../../egress/destination-policy.ts';
import { redactLocation } from '../../feeds/location.ts';
import type { MonitorRecord, RunRecord } from '../../store/store.ts';
import { assertPromptQuota, assertQuota } from '../accounts/quotas.ts';
import { ApiError, invalidField, planRequired } from '../api-error.ts';
import type { Context, Handlers } from '../context.ts';
import { readRowCursor, toRowPage } from '../cursor.ts';
import {
  changeFilters,
  filterChanges,
  filtersToKeep,
  findContradiction,
  noFilters,
} from './alert-filters.ts';
import {
  assertMember,
  getChangeableMonitor,
  getVisibleMonitor,
  noMonitor,
} from './monitor-access.ts';
import { ignoredPrompt, parseMonitorPrompt } from './monitor-prompt.ts';
import { monitorResponse } from './monitor-response.ts';
import { newMonitor } from './new-monitor.ts';
import { previewRun } from './preview-run.ts';
import { assertUsable, promptReading } from './prompt-reading.ts';
import { maxStoreAttempts, runMonitor } from './run.ts';
import { runResponse } from './run-response.ts';
import { startWatch } from './start-watch.ts';

const defaultEveryMinutes = 60;
const maxSources = 10;

export function monitorHandlers(context: Context): Handlers<Operations['monitors']> {
  const { store, clock, dispatcher, pricingUrl } = context;

  async function setStatus({ id }: MonitorRecord, status: MonitorRecord['status']) {
    const changed = await store.monitors.setStatus(id, status, clock.now());
    if (!changed) throw noMonitor(id);
    return monitorResponse(changed);
  }

  /** The preview is made again if one of its results is taken down before it is stored. */
  async function storeWithPreview(monitor: MonitorRecord, work: WorkSlices): Promise<RunRecord> {
    for (let attempt = 1; attempt <= maxStoreAttempts; attempt += 1) {
      const began = await store.news.lastArrival();
      const preview = await previewRun(context, monitor, work);
      const outcome = await startWatch(context, monitor, { ...preview, began }, work);
      if (outcome === 'stored') return preview.run;
      if (outcome === 'not_entitled') throw planRequired(pricingUrl);
    }
    throw new Error(`nothing was stored in ${maxStoreAttempts} attempts`);
  }

  return {
    async list(_input, { account }) {
      const monitors = await store.monitors.list(await store.accounts.viewer(account.id));
      return { monitors: monitors.map(monitorResponse) };
    },

    async create(input, principal, work) {
      const { prompt, title, every_minutes, on_demand } = input;
      const { execution = 'standard', team_id = null } = input;
      const filters = changeFilters(noFilters, filterChanges(input));
      assertConsistent(filters);
      const every = intervalOf({ every_minutes, on_demand });
      if (execution === 'agentic' && !context.agent) {
        throw invalidField(
          'execution',
          'cannot be agentic: this server was started without --agent',
        );
      }
      assertPromptQuota(context, principal, prompt);
      const count = await store.monitors.countOwned(principal.account.id);
      assertQuota(context, principal, 'monitors', count);
      await work.next();
      assertSources(context, prompt);
      await assertUsable({ prompt, execution }, work);
      if (team_id !== null) await assertMember(context, team_id, principal);
      await work.next();
      const owner_id = principal.account.id;
      const settings = { prompt, owner_id, team_id, every_minutes: every, execution, ...filters };
      const monitor = newMonitor({ ...settings, title }, clock.now());
      const preview = await storeWithPreview(monitor, work);
      return {
        ...monitorResponse(monitor),
        ...(await promptReading(monitor, store.news, work)),
        preview: runResponse(preview, []),
        ignored_prompt: ignoredPrompt(monitor),
      };
    },

    async get({ id }, principal, work) {
      const monitor = await getVisibleMonitor(context, id, principal);
      const reading = await promptReading(monitor, store.news, work);
      return { ...monitorResponse(monitor), ...reading };
    },

    async edit({ id, title, every_minutes, ...filters }, principal) {
      const changes = { title, every_minutes, ...filterChanges(filters) };
      for (let attempt = 1; attempt <= maxStoreAttempts; attempt += 1) {
        const monitor = await getChangeableMonitor(context, id, principal);
        assertConsistent(changeFilters(monitor, changes));
        const changed = await store.monitors.update(
          monitor.id,
          changes,
          clock.now(),
          filtersToKeep(monitor, changes),
        );
        if (changed) return monitorResponse(changed);
      }
      throw new ApiError(
        'unavailable',
        'other requests changed these filters; nothing was changed',
      );
    },

    async run({ id }, principal, work) {
      const monitor = await getVisibleMonitor(context, id, principal);
      const completed = await runMonitor(context, monitor, 'on_demand', { work });
      if (completed === 'not_entitled') {
        const isOwner = monitor.owner_id === principal.account.id;
        throw isOwner ? planRequired(pricingUrl) : ownerNotEntitled(id);
      }
      if (completed === 'deleted') throw noMonitor(id);
      if (completed === 'lost') throw new Error('an on-demand run cannot lose its tick');
      const { run, deliveries } = completed;
      await dispatcher.waitForAttempts(deliveries.map(({ event_id }) => event_id));
      return runResponse(run, await store.outbox.ofRuns([run.id]));
    },

    async runs({ id, limit = defaultLimit, cursor }, principal) {
      const monitor = await getVisibleMonitor(context, id, principal);
      const scope = {
        operation: 'monitors.runs',
        accountId: principal.account.id,
        parameters: { id },
      };
      const after = readRowCursor(cursor, scope);
      const found = await store.runs.list(monitor.id, limit + 1, after);
      const { items: runs, ...page } = toRowPage(found, limit, scope, (run) => run.started_at);
      const deliveries = await store.outbox.ofRuns(runs.map((run) => run.id));
      return { runs: runs.map((run) => runResponse(run, deliveries)), ...page };
    },

    async pause({ id }, principal) {
      return setStatus(await getChangeableMonitor(context, id, principal), 'paused');
    },

    async resume({ id }, principal) {
      return setStatus(await getChangeableMonitor(context, id, principal), 'active');
    },

    async pause_all(_input, { account }) {
      const monitors = await store.monitors.list({ account_id: account.id, team_ids: [] });
      const now = clock.now();
      const paused = await Promise.all(
        monitors.map(({ id }) => store.monitors.setStatus(id, 'paused', now)),
      );
      return { monitors: paused.filter((monitor) => monitor !== undefined).map(monitorResponse) };
    },

    async delete({ id }, principal) {
      const monitor = await getChangeableMonitor(context, id, principal);
      await store.monitors.delete(monitor.id);
      return { deleted: monitor.id };
    },
  };
}

/**
 * The minutes between runs; `null` for a monitor that runs only on demand.
 *
 * @throws {ApiError} if the fields contradict each other
 */
function intervalOf(fields: {
  every_minutes: number | null | undefined;
  on_demand: boolean | undefined;
}): number | null {
  const { every_minutes = fields.on_demand ? null : defaultEveryMinutes, on_demand } = fields;
  if (on_demand === undefined || on_demand === (every_minutes === null)) return every_minutes;
  throw invalidField('every_minutes', `cannot be ${every_minutes} if on_demand is ${on_demand}`);
}

/** The error for a run by another member of the team: the plan to pay is not the principal's. */
function ownerNotEntitled(id: string): ApiError {
  const message = `the owner of the monitor ${JSON.stringify(id)} has no plan or is disabled, so it cannot run: ask the owner, or create a monitor of your own`;
  return new ApiError('conflict', message);
}

/** @throws {ApiError} if the filters include and exclude the same */
function assertConsistent(filters: AlertFilters): void {
  const contradiction = findContradiction(filters);
  if (contradiction) throw invalidField(contradiction.field, contradiction.message);
}

/** @throws {ApiError} if the prompt has too many URLs, or one that must not be fetched */
function assertSources({ destinations }: Context, prompt: string): void {
  const { sources } = parseMonitorPrompt(prompt);
  if (sources.length > maxSources) {
    throw invalidField('prompt', `must contain at most ${maxSources} addresses`);
  }
  for (const source of sources) {
    const destination = checkFeedUrl(source, destinations);
    if ('url' in destination) continue;
    const message = `prompt: the address ${redactLocation(source)} ${destination.rejected}`;
    throw new ApiError('rejected_destination', message);
  }
}
