import type { Dispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliveryTimeout } from '../../../../src/contract/webhook-request.ts';
import type { AttemptOutcome } from '../../../../src/server/delivery/outcome.ts';
import { WebhookAttempt } from '../../../../src/server/delivery/webhook-attempt.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function startAttempt(timeout = deliveryTimeout) {
  const outcomes: AttemptOutcome[] = [];
  const aborts: string[] = [];
  const attempt = new WebhookAttempt(timeout, (outcome) => outcomes.push(outcome));
  const request = {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders: null,
    rawTrailers: null,
    abort: (reason: Error) => aborts.push(reason.message),
    pause: () => {},
    resume: () => {},
  };
  return { attempt, request, outcomes, aborts };
}

const timedOut = { kind: 'retry', status_code: null, error: 'timeout' };

describe('the deadline', () => {
  it('of docs/service.md §8.5 is five seconds', () => {
    const { outcomes } = startAttempt();
    vi.advanceTimersByTime(4999);
    expect(outcomes).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(outcomes).toEqual([timedOut]);
  });

  it('aborts a request that was sent', () => {
    const { attempt, request, outcomes, aborts } = startAttempt(100);
    attempt.onRequestStart(request);
    expect(aborts).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(outcomes).toEqual([timedOut]);
    expect(aborts).toEqual(['the attempt timed out']);
  });

  it('aborts a request whose TCP connection comes too late', () => {
    const { attempt, request, aborts } = startAttempt(100);
    vi.advanceTimersByTime(100);
    attempt.onRequestStart(request);
    expect(aborts).toEqual(['the attempt timed out before connecting']);
  });

  it.each<[string, (attempt: WebhookAttempt, request: Dispatcher.DispatchController) => void]>([
    ['the response ends', (attempt) => attempt.onResponseEnd()],
    ['the request fails', (attempt, request) => attempt.onResponseError(request, new Error('x'))],
  ])('no longer counts when %s', (_when, end) => {
    const { attempt, request, outcomes } = startAttempt(100);
    end(attempt, request);
    outcomes.length = 0;
    vi.advanceTimersByTime(100);
    expect(outcomes).toEqual([]);
  });
});
