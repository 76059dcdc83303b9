import { describe, expect, it } from 'vitest';
import { nextRetry, timeUntilGivenUp } from '../../../../src/server/delivery/retry-schedule.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const maxRetryAfter = 10 * minute;

/** Without jitter: exactly the scheduled gap. */
const middle = 0.5;

const retryAfterRound = (round: number, random = middle, retryAfter = 0) =>
  nextRetry({ round, round_attempts: 3 }, retryAfter, random);

describe('within a round', () => {
  it.each([
    [1, second],
    [2, 3 * second],
  ])('the retry after attempt %i follows in %i ms', (round_attempts, delay) => {
    for (const round of [1, 4, 8]) {
      expect(nextRetry({ round, round_attempts }, 0, middle)).toEqual({
        delay,
        startsRound: false,
      });
    }
  });

  it.each([0, 0.999])('the delay has no jitter (random: %d)', (random) => {
    expect(nextRetry({ round: 2, round_attempts: 1 }, 0, random)?.delay).toBe(second);
  });
});

describe('after the third attempt', () => {
  it.each([
    [1, 5 * second],
    [2, 5 * minute],
    [3, 30 * minute],
    [4, 2 * hour],
    [5, 5 * hour],
    [6, 10 * hour],
    [7, 10 * hour],
  ])('round %i is followed by another in %i ms', (round, delay) => {
    expect(retryAfterRound(round)).toEqual({ delay, startsRound: true });
  });

  it.each([
    [0, 4750],
    [0.25, 4875],
    [0.75, 5125],
    [0.99999, 5250],
  ])('the delay varies by 5 percent (random: %d)', (random, delay) => {
    expect(retryAfterRound(1, random)?.delay).toBe(delay);
  });

  it('the eighth round is the last', () => {
    expect(retryAfterRound(8)).toBeUndefined();
    expect(retryAfterRound(8, middle, maxRetryAfter)).toBeUndefined();
  });

  it('all rounds together take 27 h 35 min 37 s', () => {
    let total = 0;
    for (let round = 1; round <= 8; round += 1) {
      for (const round_attempts of [1, 2, 3]) {
        total += nextRetry({ round, round_attempts }, 0, middle)?.delay ?? 0;
      }
    }
    expect(total).toBe(27 * hour + 35 * minute + 37 * second);
  });
});

describe('Retry-After', () => {
  it.each([
    ['is ignored if shorter than the gap', 999, second],
    ['delays the next attempt', 1001, 1001],
    ['delays it for up to ten minutes', maxRetryAfter, maxRetryAfter],
    ['delays it for no longer than ten minutes', maxRetryAfter + 1, maxRetryAfter],
  ])('within a round %s', (_what, retryAfter, delay) => {
    expect(nextRetry({ round: 1, round_attempts: 1 }, retryAfter, middle)).toEqual({
      delay,
      startsRound: false,
    });
  });

  it.each([
    ['is ignored if shorter than the gap', 2, 5 * minute - 1, 5 * minute],
    ['delays the next round', 1, 6 * second, 6 * second],
    ['delays it for no longer than ten minutes', 2, hour, maxRetryAfter],
    ['does not shorten a longer gap', 4, hour, 2 * hour],
  ])('between rounds %s', (_what, round, retryAfter, delay) => {
    expect(retryAfterRound(round, middle, retryAfter)).toEqual({ delay, startsRound: true });
  });
});

it.each([
  [{ round: 1, attempt: 1 }, 27 * 3600 + 35 * 60 + 5 + 8 * 4],
  [{ round: 7, attempt: 3 }, 10 * 3600 + 4],
  [{ round: 8, attempt: 2 }, 3],
  [{ round: 8, attempt: 3 }, 0],
])('gives a delivery up after the attempts that remain from %o on', (next, seconds) => {
  expect(timeUntilGivenUp(next)).toBe(seconds * 1000);
});
