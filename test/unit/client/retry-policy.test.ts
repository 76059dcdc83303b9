import { describe, expect, it } from 'vitest';
import { InvalidResponseError, NetworkError } from '../../../src/client/errors.ts';
import { type CallOutcome, canRetry, retryDelay } from '../../../src/client/retry-policy.ts';

const read = { effect: 'read' } as const;
const write = { effect: 'create' } as const;
const network = (code: string, sent: boolean): CallOutcome => ({
  error: new NetworkError('no answer', code, sent),
});

describe('what may be sent again', () => {
  it.each<[string, CallOutcome, boolean, boolean]>([
    ['200', { status: 200 }, false, false],
    ['400', { status: 400 }, false, false],
    ['402', { status: 402 }, false, false],
    ['404', { status: 404 }, false, false],
    ['429', { status: 429 }, true, true],
    ['500', { status: 500 }, true, false],
    ['503', { status: 503 }, true, false],
    ['a page with 502', { error: new InvalidResponseError(502, 'a page') }, true, false],
    ['a page with 200', { error: new InvalidResponseError(200, 'a page') }, false, false],
    ['a refused connection', network('ECONNREFUSED', false), true, true],
    ['a name that is not found', network('ENOTFOUND', false), true, true],
    ['a reset after sending', network('ECONNRESET', true), true, false],
    [
      'a certificate that is not trusted',
      network('DEPTH_ZERO_SELF_SIGNED_CERT', false),
      false,
      false,
    ],
    ['another protocol', network('HPE_INVALID_CONSTANT', true), false, false],
    ['a closed client', network('UND_ERR_CLOSED', false), false, false],
    ['a fault of the program', { error: new TypeError('x') }, false, false],
  ])('%s', (_what, outcome, asRead, asWrite) => {
    expect(canRetry(read, outcome)).toBe(asRead);
    expect(canRetry(write, outcome)).toBe(asWrite);
  });
});

describe('when it is sent again', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const delay = (retryAfter?: string, retries = 0, random = 0.5) =>
    retryDelay(retries, { status: 429, retryAfter }, { now, random });

  it('waits longer and longer, with jitter, up to a bound', () => {
    expect([0, 1, 2, 3, 4, 5, 60].map((retries) => delay(undefined, retries))).toEqual([
      375, 750, 1500, 3000, 6000, 6000, 6000,
    ]);
    expect([delay(undefined, 0, 0), delay(undefined, 0, 0.999)]).toEqual([250, 499.75]);
  });

  it('grows to another bound on request', () => {
    const options = { now, random: 0.5, maxBackoff: 60_000 };
    expect([4, 6, 7, 60].map((retries) => retryDelay(retries, { status: 503 }, options))).toEqual([
      6000, 24_000, 45_000, 45_000,
    ]);
  });

  it('also keeps to the Retry-After of a page', () => {
    const error = new InvalidResponseError(503, 'a page', { retryAfter: '3' });
    expect(retryDelay(0, { error }, { now, random: 0.5 })).toBe(3000);
  });

  it.each([
    ['3', 3000],
    ['0', 375],
    ['Sat, 21 Nov 2026 12:00:09 GMT', 9000],
    ['soon', 375],
  ])('keeps to Retry-After %j', (header, expected) => {
    expect(delay(header)).toBe(expected);
  });
});
