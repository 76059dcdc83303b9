import type {
  AttemptCounts,
  AttemptRecord,
  ClaimedDelivery,
  DeliveryProgress,
  DeliverySettlement,
} from '../store/store.ts';
import type { AttemptOutcome } from './outcome.ts';
import { nextRetry } from './retry-schedule.ts';

/**
 * The settlement of an attempt, after which the delivery is final or due again. A test of a
 * connection that is not active has only one attempt.
 *
 * @param claim its counts include the attempt that has ended
 * @param now when the attempt ended, in milliseconds since the epoch
 * @param random in [0, 1)
 */
export function settlementOf(
  claim: ClaimedDelivery,
  outcome: AttemptOutcome,
  now: number,
  random: number,
): DeliverySettlement {
  const { event_id, lease_token } = claim;
  const progress = progressAfter(claim, outcome, now, random);
  const attempt = attemptOf(claim, outcome, now);
  const { kind, trace_id } = outcome;
  return { event_id, lease_token, progress, attempt, trace_id, isUnsent: kind === 'unsent' };
}

function attemptOf(
  { round }: Pick<ClaimedDelivery, 'round'>,
  { kind, status_code, error, duration }: AttemptOutcome,
  ended_at: number,
): AttemptRecord | undefined {
  if (kind === 'unsent' || kind === 'stopped') return undefined;
  return { round, ended_at, duration: duration ?? null, status_code, error };
}

function progressAfter(
  claim: ClaimedDelivery,
  { kind, status_code, error, retry_after = 0 }: AttemptOutcome,
  now: number,
  random: number,
): DeliveryProgress {
  const { type, connection, round, attempts, round_attempts } = claim;
  const counts = { round, attempts, round_attempts };
  const last = { last_status_code: status_code, last_error: error };
  const final = { due_at: null, settled_at: now };
  if (kind === 'unsent') {
    const { status, last_status_code, last_error } = claim;
    const before = { status, last_status_code, last_error, settled_at: null };
    return { ...withoutLastAttempt(counts), ...before, due_at: now };
  }
  if (kind === 'stopped') {
    return { ...withoutLastAttempt(counts), ...last, ...final, status: 'stopped' };
  }
  if (kind !== 'retry') return { ...counts, ...last, ...final, status: kind };
  if (type === 'webhook.test' && connection?.status !== 'active') {
    return { ...counts, ...last, ...final, status: 'failed' };
  }
  const retry = nextRetry(counts, retry_after, random);
  if (!retry) return { ...counts, ...last, ...final, status: 'exhausted' };
  const due_at = now + retry.delay;
  const progress = { ...counts, ...last, status: 'retrying', due_at, settled_at: null } as const;
  return retry.startsRound ? { ...progress, round_attempts: 0 } : progress;
}

/** The counts without the last attempt, which the claim counted but which was not made. */
function withoutLastAttempt({ round, attempts, round_attempts }: AttemptCounts): AttemptCounts {
  const isFirstOfRound = round_attempts === 1;
  return {
    round: isFirstOfRound ? round - 1 : round,
    attempts: attempts - 1,
    round_attempts: round_attempts - 1,
  };
}
