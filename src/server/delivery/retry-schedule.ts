import type { AttemptCounts, DeliveryProgress } from '../store/store.ts';
import type { AttemptOutcome } from './outcome.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Milliseconds between the end of a round and the next one: eight rounds over 27 h 35 min (service
 * document, "Delivery behaviour": roughly 27 hours).
 */
const roundGaps: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
];

/** Milliseconds between the attempts of one round, of which there are at most three. */
const attemptGaps: readonly number[] = [1 * second, 3 * second];

/** Rounds wander by this share, so that what failed together is not retried together. */
const jitterShare = 0.05;

/** A receiver's own Retry-After is kept to, but it cannot put an event off for longer than this. */
const longestRetryAfter = 10 * minute;

/**
 * Where an event stands after an attempt: final, or due again.
 *
 * @param counts as they were when the attempt was claimed; the attempt is already among them
 * @param now milliseconds since the epoch: the end of the attempt
 * @param random in [0, 1)
 */
export function afterAttempt(
  counts: AttemptCounts,
  outcome: AttemptOutcome,
  now: number,
  random: number,
): DeliveryProgress {
  const { round, attempts, round_attempts } = counts;
  const { status_code: last_status_code, error: last_error } = outcome;
  const told = { round, attempts, round_attempts, last_status_code, last_error };
  if (outcome.kind === 'stopped') {
    return { ...told, ...uncounted(told), status: 'stopped', due_at: null };
  }
  if (outcome.kind !== 'retry') return { ...told, status: outcome.kind, due_at: null };
  const wait = Math.min(outcome.retry_after ?? 0, longestRetryAfter);
  const attemptGap = attemptGaps[round_attempts - 1];
  if (attemptGap !== undefined) {
    return { ...told, status: 'retrying', due_at: now + Math.max(attemptGap, wait) };
  }
  const roundGap = roundGaps[round - 1];
  if (roundGap === undefined) return { ...told, status: 'exhausted', due_at: null };
  const jittered = Math.round(roundGap * (1 + jitterShare * (2 * random - 1)));
  const due_at = now + Math.max(jittered, wait);
  return { ...told, status: 'retrying', round_attempts: 0, due_at };
}

/** An attempt that was claimed and not made. */
function uncounted(counts: AttemptCounts): AttemptCounts {
  const round_attempts = counts.round_attempts - 1;
  const round = round_attempts === 0 ? counts.round - 1 : counts.round;
  return { round, attempts: counts.attempts - 1, round_attempts };
}
