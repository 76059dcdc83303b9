import { counted } from '../../contract/counted.ts';
import { FairPlaces } from '../../node/fair-places.ts';
import type { Clock } from '../clock.ts';
import type { RateLimitStore } from '../store/store.ts';
import type { Agent } from './agent.ts';
import { AgentError } from './agent-error.ts';

interface AgentLimits {
  /**
   * Maximum number of runs in an hour of real time, for all processes that share the store (default:
   * 100). Each account has at most a quarter of them, rounded up.
   */
  runsPerHour?: number | undefined;
  /** Milliseconds of real time that a run waits for a place (default: 45,000). */
  placeTimeout?: number;
}

const hour = 3_600_000;
const defaultRunsPerHour = 100;
/** An account's share of the runs of an hour. */
const accountShare = 1 / 4;
/** Together with the timeout of the program, it is shorter than the lease of a run. */
const defaultPlaceTimeout = 45_000;
/** Maximum number of runs at a time; at most three of one account. */
const maxRuns = 12;

/**
 * Limits the runs of an agent per hour and at a time, in total and for each account. Runs without
 * candidates do not count: they start no agent. Runs beyond the limits reject with an `AgentError`.
 */
export function limitedAgent(
  agent: Agent,
  { rateLimits, clock }: { rateLimits: RateLimitStore; clock: Clock },
  { runsPerHour = defaultRunsPerHour, placeTimeout = defaultPlaceTimeout }: AgentLimits,
): Agent {
  const places = new FairPlaces({ total: maxRuns });

  const runsPerAccount = Math.ceil(runsPerHour * accountShare);

  async function countRun(account: string): Promise<void> {
    // First, so that runs beyond the limit of an account do not count for others.
    await count(`agent runs of ${account}`, runsPerAccount, 'of this account in an hour');
    await count('agent runs', runsPerHour, 'in an hour');
  }

  async function count(key: string, limit: number, unit: string): Promise<void> {
    const now = clock.realNow();
    const { points, ends_at } = await rateLimits.add(key, 1, { now, until: now + hour });
    if (points <= limit) return;
    const seconds = Math.max(1, Math.ceil((ends_at - now) / 1000));
    throw new AgentError(
      `was not started: its limit of ${counted(limit, 'run')} ${unit} is reached; try again in ${seconds} s`,
    );
  }

  async function waitForPlace(groups: readonly string[], signal: AbortSignal): Promise<void> {
    const timeout = AbortSignal.timeout(placeTimeout);
    try {
      await places.wait(groups, AbortSignal.any([signal, timeout]));
    } catch (error) {
      if (signal.aborted || !timeout.aborted) throw error;
      const seconds = placeTimeout / 1000;
      throw new AgentError(`was not started within ${seconds} s: too many of its runs are running`);
    }
  }

  return async (task, options) => {
    if (task.candidates.length === 0) return [];
    const groups = [`account ${options.account}`];
    await waitForPlace(groups, options.signal);
    try {
      await countRun(options.account);
      return await agent(task, options);
    } finally {
      places.release(groups);
    }
  };
}
