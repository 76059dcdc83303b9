const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds between rounds: eight rounds over 27 h 35 min (docs/service.md §8.5). */
const roundGaps: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
];

/** Milliseconds between the attempts of a round, of which there are up to three. */
const attemptGaps: readonly number[] = [1 * second, 3 * second];

/** Maximum number of attempts in a round. */
export const attemptsPerRound = attemptGaps.length + 1;

/** Maximum number of attempts of a delivery. */
export const maxAttempts = attemptsPerRound * (roundGaps.length + 1);

/** Random variation of a round gap, to spread out deliveries that failed together. */
const jitterShare = 0.05;

/** Upper limit for a receiver's Retry-After, in milliseconds. */
const maxRetryAfter = 10 * minute;

export interface Retry {
  /** Milliseconds after the failed attempt. */
  delay: number;
  startsRound: boolean;
}

/** Maximum number of rounds of a delivery. */
export const maxRounds = roundGaps.length + 1;

/**
 * Milliseconds from the next attempt until the delivery is given up if it and all later ones fail. The variation
 * of the gaps and the durations of the attempts are not included.
 *
 * @param next the round of the next attempt, and its number in the round, both at least 1
 */
export function timeUntilGivenUp(next: { round: number; attempt: number }): number {
  const inRound = attemptGaps.slice(next.attempt - 1);
  const later = roundGaps.slice(next.round - 1).flatMap((gap) => [gap, ...attemptGaps]);
  return [...inRound, ...later].reduce((sum, gap) => sum + gap, 0);
}

/**
 * The retry after a failed attempt; `undefined` after the last attempt of the last round.
 *
 * @param counts the rounds started and the attempts in the current round, both at least 1
 * @param retryAfter in milliseconds
 * @param random in [0, 1)
 */
export function nextRetry(
  counts: { round: number; round_attempts: number },
  retryAfter: number,
  random: number,
): Retry | undefined {
  const minDelay = Math.min(retryAfter, maxRetryAfter);
  const attemptGap = attemptGaps[counts.round_attempts - 1];
  if (attemptGap !== undefined) {
    return { delay: Math.max(attemptGap, minDelay), startsRound: false };
  }
  const roundGap = roundGaps[counts.round - 1];
  if (roundGap === undefined) return undefined;
  const jittered = Math.round(roundGap * (1 + jitterShare * (2 * random - 1)));
  return { delay: Math.max(jittered, minDelay), startsRound: true };
}
