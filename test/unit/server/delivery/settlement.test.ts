import { describe, expect, it } from 'vitest';
import type { AttemptOutcome } from '../../../../src/server/delivery/outcome.ts';
import { settlementOf } from '../../../../src/server/delivery/settlement.ts';
import { claimedDelivery, connectionRecord } from '../../../helpers/claimed-delivery.ts';

const now = 1_000_000;
const retry = { kind: 'retry', status_code: 503, error: 'http_503' } as const;

/** The progress of a delivery with these counts, which include the attempt that has ended. */
function progressAfter(
  outcome: AttemptOutcome,
  [round, attempts, round_attempts]: readonly [number, number, number],
  random = 0.5,
) {
  const claim = claimedDelivery({ round, attempts, round_attempts });
  return settlementOf(claim, outcome, now, random).progress;
}

it('names the delivery and the lease that was claimed', () => {
  const claim = claimedDelivery({ event_id: 'evt_1', lease_token: 'lease_1' });
  expect(settlementOf(claim, retry, now, 0)).toMatchObject({
    event_id: 'evt_1',
    lease_token: 'lease_1',
  });
});

it.each(['delivered', 'failed'] as const)('%s is final and keeps the counts', (kind) => {
  const outcome = { kind, status_code: 204, error: null };
  expect(progressAfter(outcome, [2, 5, 2])).toEqual({
    status: kind,
    round: 2,
    attempts: 5,
    round_attempts: 2,
    due_at: null,
    last_status_code: 204,
    last_error: null,
    settled_at: now,
  });
});

describe('a retry', () => {
  it('is due after the gap between two attempts', () => {
    expect(progressAfter(retry, [1, 1, 1])).toEqual({
      status: 'retrying',
      round: 1,
      attempts: 1,
      round_attempts: 1,
      due_at: now + 1000,
      last_status_code: 503,
      last_error: 'http_503',
      settled_at: null,
    });
  });

  it('is due after the gap between two rounds, with no attempt made in the next', () => {
    expect(progressAfter(retry, [1, 3, 3])).toMatchObject({
      status: 'retrying',
      round: 1,
      attempts: 3,
      round_attempts: 0,
      due_at: now + 5000,
    });
  });

  it('is due later by the jitter', () => {
    expect(progressAfter(retry, [1, 3, 3], 0).due_at).toBe(now + 4750);
  });

  it('is due when the receiver asked for it', () => {
    expect(progressAfter({ ...retry, retry_after: 7000 }, [1, 1, 1]).due_at).toBe(now + 7000);
  });

  it('is exhausted after the last attempt of the last round', () => {
    expect(progressAfter(retry, [8, 24, 3])).toEqual({
      status: 'exhausted',
      round: 8,
      attempts: 24,
      round_attempts: 3,
      due_at: null,
      last_status_code: 503,
      last_error: 'http_503',
      settled_at: now,
    });
  });
});

describe('a failed test', () => {
  it.each([
    ['is retried if its connection is active', 'active', 'retrying', now + 1000],
    ['is not retried if its connection is paused', 'paused', 'failed', null],
    ['is not retried if its connection has ended', 'ended', 'failed', null],
  ] as const)('%s', (_, connectionStatus, status, due_at) => {
    const connection = connectionRecord({ status: connectionStatus });
    const claim = claimedDelivery({ type: 'webhook.test', connection });
    const { progress } = settlementOf(claim, retry, now, 0.5);
    expect(progress).toMatchObject({ status, due_at, attempts: 1, last_error: 'http_503' });
  });
});

it('a delivery that had no place is due again, as it was before', () => {
  const before = { status: 'retrying', last_status_code: 503, last_error: 'http_503' } as const;
  const claim = claimedDelivery({ ...before, round: 2, attempts: 4, round_attempts: 1 });
  const unsent = { kind: 'unsent', status_code: null, error: null } as const;
  expect(settlementOf(claim, unsent, now, 0.5)).toEqual({
    event_id: claim.event_id,
    lease_token: claim.lease_token,
    isUnsent: true,
    progress: {
      ...before,
      round: 1,
      attempts: 3,
      round_attempts: 0,
      due_at: now,
      settled_at: null,
    },
  });
});

describe('a delivery that is stopped', () => {
  const stopped = { kind: 'stopped', status_code: null, error: 'connection_removed' } as const;

  it.each([
    ['within a round', [2, 5, 2], [2, 4, 1]],
    ['before the first attempt of a later round', [2, 4, 1], [1, 3, 0]],
    ['before its first attempt', [1, 1, 1], [0, 0, 0]],
  ] as const)('%s does not count the attempt that was not made', (_when, claimed, counts) => {
    const [round, attempts, round_attempts] = counts;
    expect(progressAfter(stopped, claimed)).toEqual({
      status: 'stopped',
      round,
      attempts,
      round_attempts,
      due_at: null,
      last_status_code: null,
      last_error: 'connection_removed',
      settled_at: now,
    });
  });
});
