import type { Monitor } from '../../contract/monitors.ts';
import type { Operations } from '../../contract/operations.ts';
import type * as stored from '../store/store.ts';
import { type Caller, type Context, type Handlers, ownersOf } from './context.ts';
import { newId } from './identifier.ts';
import { moment, momentOrNull } from './moment.ts';
import { Refusal } from './refusal.ts';
import { alertOf, lookForResults, runAnswer } from './run.ts';

/** A prompt alone makes a recurring monitor, so that it can be connected to delivery. */
const defaultEveryMinutes = 60;
const titleLength = 80;

export function monitorHandlers(context: Context): Handlers<Operations['monitors']> {
  const { store } = context;
  return {
    async list(_input, caller) {
      const monitors = await store.monitors.list(await ownersOf(context, caller));
      return { monitors: monitors.map(monitorAnswer) };
    },

    async create({ prompt }, { account }) {
      const monitor = newMonitor(prompt, { type: 'user', id: account.id }, context.clock.now());
      const preview = await lookForResults(context, monitor, 'preview');
      await store.monitors.create(monitor, preview);
      return { ...monitorAnswer(monitor), preview: runAnswer(preview) };
    },

    async run({ id }, caller) {
      const monitor = await visibleMonitor(context, id, caller);
      const run = await lookForResults(context, monitor, 'on_demand');
      await store.runs.record(run, alertOf(run, monitor));
      return runAnswer(run);
    },
  };
}

/** A monitor with the defaults of one that was created from its prompt alone. */
export function newMonitor(prompt: string, owner: stored.Owner, now: number): stored.Monitor {
  return {
    id: newId('mon'),
    owner,
    title: titleOf(prompt),
    prompt,
    status: 'active',
    every_minutes: defaultEveryMinutes,
    execution: 'standard',
    sources: [],
    created_at: now,
    last_run_at: null,
    next_run_at: now + defaultEveryMinutes * 60_000,
  };
}

function titleOf(prompt: string): string {
  const line = prompt.trim().replace(/\s+/g, ' ');
  if (line.length <= titleLength) return line;
  const cut = line.slice(0, titleLength - 1).replace(/\s\S*$/, '');
  return `${cut}…`;
}

/**
 * The monitor, if it is the caller's or a team's of the caller.
 *
 * @throws {Refusal} `not_found`, so that nobody learns what others watch
 */
export async function visibleMonitor(
  context: Context,
  id: string,
  caller: Caller,
): Promise<stored.Monitor> {
  const monitor = await context.store.monitors.get(id);
  const owners = await ownersOf(context, caller);
  if (
    monitor &&
    owners.some(({ type, id }) => type === monitor.owner.type && id === monitor.owner.id)
  ) {
    return monitor;
  }
  throw new Refusal('not_found', `you have no monitor ${JSON.stringify(id)}`);
}

function monitorAnswer(monitor: stored.Monitor): Monitor {
  return {
    id: monitor.id,
    title: monitor.title,
    prompt: monitor.prompt,
    status: monitor.status,
    owner: { ...monitor.owner },
    every_minutes: monitor.every_minutes,
    execution: monitor.execution,
    sources: monitor.sources,
    created_at: moment(monitor.created_at),
    last_run_at: momentOrNull(monitor.last_run_at),
    next_run_at: momentOrNull(monitor.next_run_at),
  };
}
