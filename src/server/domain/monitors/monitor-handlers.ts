import type { Operations } from '../../../contract/operations.ts';
import { defaultLimit } from '../../../contract/shared-fields.ts';
import { checkFeedUrl } from '../../egress/destination-policy.ts';
import { redactLocation } from '../../feeds/location.ts';
import type * as stored from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import { type Context, type Handlers, ownersOf, type Principal } from '../context.ts';
import { newId } from '../identifier.ts';
import { parseMonitorPrompt } from './monitor-prompt.ts';
import { monitorResponse } from './monitor-response.ts';
import { previewRun, runMonitor } from './run.ts';
import { runResponse } from './run-response.ts';

/** A prompt alone makes a recurring monitor, so that it can be connected to delivery. */
const defaultEveryMinutes = 60;
const titleLength = 80;
const mostSources = 10;
const minute = 60_000;

export function monitorHandlers(context: Context): Handlers<Operations['monitors']> {
  const { store, clock } = context;

  async function setStatus(monitor: stored.MonitorRecord, status: stored.MonitorRecord['status']) {
    const next_run_at = status === 'active' ? nextRunAfter(monitor, clock.now()) : null;
    await store.monitors.setStatus(monitor.id, status, next_run_at);
    return monitorResponse({ ...monitor, status, next_run_at });
  }

  return {
    async list(_input, caller) {
      const monitors = await store.monitors.list(await ownersOf(context, caller));
      return { monitors: monitors.map(monitorResponse) };
    },

    async create({ prompt, every_minutes, on_demand, execution, team_id }, caller) {
      if (on_demand && every_minutes !== undefined) {
        throw invalidField('every_minutes', 'does not go with on_demand');
      }
      if (execution === 'agentic' && !context.agent) {
        throw invalidField(
          'execution',
          'cannot be agentic: this server was started without an agent',
        );
      }
      assertSources(context, prompt);
      const monitor = newMonitor(
        {
          prompt,
          owner: await ownerFor(context, team_id, caller),
          every_minutes: on_demand ? null : (every_minutes ?? defaultEveryMinutes),
          execution: execution ?? 'standard',
        },
        clock.now(),
      );
      const preview = await previewRun(context, monitor);
      await store.monitors.create(monitor, preview);
      return { ...monitorResponse(monitor), preview: runResponse(preview, []) };
    },

    async run({ id }, caller) {
      const monitor = await getVisibleMonitor(context, id, caller);
      const ran = await runMonitor(context, monitor, 'on_demand');
      if (!ran) throw new Error('a run on demand holds no tick and cannot lose one');
      await context.dispatcher.waitForFirstAttempts(ran.deliveries.map(({ event_id }) => event_id));
      return runResponse(ran.run, await store.outbox.ofRuns([ran.run.id]));
    },

    async runs({ id, limit = defaultLimit }, caller) {
      const monitor = await getVisibleMonitor(context, id, caller);
      const runs = await store.runs.list(monitor.id, limit);
      const deliveries = await store.outbox.ofRuns(runs.map((run) => run.id));
      return {
        runs: runs.map((run) =>
          runResponse(
            run,
            deliveries.filter(({ run_id }) => run_id === run.id),
          ),
        ),
      };
    },

    async pause({ id }, caller) {
      return setStatus(await getVisibleMonitor(context, id, caller), 'paused');
    },

    async resume({ id }, caller) {
      return setStatus(await getVisibleMonitor(context, id, caller), 'active');
    },

    async pause_all(_input, { account }) {
      const monitors = await store.monitors.list([{ type: 'user', id: account.id }]);
      return {
        monitors: await Promise.all(monitors.map((monitor) => setStatus(monitor, 'paused'))),
      };
    },

    async delete({ id }, caller) {
      const monitor = await getVisibleMonitor(context, id, caller);
      await store.monitors.delete(monitor.id);
      return { deleted: monitor.id };
    },
  };
}

type NewMonitor = Pick<stored.MonitorRecord, 'prompt' | 'owner' | 'every_minutes' | 'execution'>;

/** A monitor as it begins: active, and due after its first interval. */
export function newMonitor(given: NewMonitor, now: number): stored.MonitorRecord {
  return {
    ...given,
    id: newId('mon'),
    title: titleOf(given.prompt),
    status: 'active',
    sources: parseMonitorPrompt(given.prompt).sources,
    created_at: now,
    last_run_at: null,
    next_run_at: nextRunAfter(given, now),
  };
}

/** `null` for a monitor that runs on demand only. */
function nextRunAfter(
  monitor: Pick<stored.MonitorRecord, 'every_minutes'>,
  now: number,
): number | null {
  return monitor.every_minutes === null ? null : now + monitor.every_minutes * minute;
}

/** Without addresses, which may hold a secret: titles go to receivers. */
function titleOf(prompt: string): string {
  const { words, sources } = parseMonitorPrompt(prompt);
  const hosts = sources.map((source) => new URL(source).host).join(', ');
  const line = /[\p{L}\p{N}]/u.test(words) ? words.replace(/\s+/g, ' ') : hosts || prompt.trim();
  if (line.length <= titleLength) return line;
  const cut = line.slice(0, titleLength - 1).replace(/\s\S*$/, '');
  return `${cut}…`;
}

/** @throws {ApiError} naming the first address in a prompt that must not be fetched */
function assertSources({ destinations }: Context, prompt: string): void {
  const { sources } = parseMonitorPrompt(prompt);
  if (sources.length > mostSources) {
    throw invalidField('prompt', `must name at most ${mostSources} addresses`);
  }
  for (const source of sources) {
    const destination = checkFeedUrl(source, destinations);
    if ('url' in destination) continue;
    const message = `prompt: the address ${redactLocation(source)} ${destination.rejected}`;
    throw new ApiError('rejected_destination', message);
  }
}

async function ownerFor(
  { store }: Context,
  teamId: string | undefined,
  { account }: Principal,
): Promise<stored.Owner> {
  if (teamId === undefined) return { type: 'user', id: account.id };
  const memberships = await store.accounts.memberships(account.id);
  if (memberships.some(({ team_id }) => team_id === teamId)) return { type: 'team', id: teamId };
  throw new ApiError('not_found', `you are in no team ${JSON.stringify(teamId)}`);
}

/**
 * The monitor, if it is the caller's or a team's of the caller.
 *
 * @throws {ApiError} `not_found`, so that nobody learns what others watch
 */
export async function getVisibleMonitor(
  context: Context,
  id: string,
  caller: Principal,
): Promise<stored.MonitorRecord> {
  const monitor = await context.store.monitors.get(id);
  const owners = await ownersOf(context, caller);
  if (monitor && owners.some((owner) => isSame(owner, monitor.owner))) return monitor;
  throw new ApiError('not_found', `you have no monitor ${JSON.stringify(id)}`);
}

function isSame(one: stored.Owner, other: stored.Owner): boolean {
  return one.type === other.type && one.id === other.id;
}

/** A refusal of one field, as the validation would word it. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError('invalid_request', `${field} ${message}`, { issues: [{ field, message }] });
}
