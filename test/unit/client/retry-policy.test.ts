import { describe, expect, it } from 'vitest';
import { InvalidResponseError, NetworkError } from '../../../src/client/errors.ts';
import { type CallOutcome, canRetry, retryDelay } from '../../../src/client/retry-policy.ts';

const read = { effect: 'read' } as const;
const write = { effect: 'create' } as const;
const networkError = (code: string, sent: boolean): CallOutcome => ({
  error: new NetworkError('no response', code, sent),
});
const invalidResponse = (status: number, retryAfter?: number): CallOutcome => ({
  error: new InvalidResponseError(status, 'an HTML page', { retryAfter }),
});

describe('canRetry', () => {
  it.each<[string, CallOutcome, boolean, boolean]>([
    ['status 200', { status: 200 }, false, false],
    ['status 400', { status: 400 }, false, false],
    ['status 402', { status: 402 }, false, false],
    ['status 404', { status: 404 }, false, false],
    ['status 428', { status: 428 }, false, false],
    ['status 429', { status: 429 }, true, true],
    ['status 430', { status: 430 }, false, false],
    ['status 499', { status: 499 }, false, false],
    ['status 500', { status: 500 }, true, false],
    ['status 503', { status: 503 }, true, false],
    ['status 599', { status: 599 }, true, false],
    ['an HTML page with 429', invalidResponse(429), true, true],
    ['an HTML page with 499', invalidResponse(499), false, false],
    ['an HTML page with 500', invalidResponse(500), true, false],
    ['an HTML page with 200', invalidResponse(200), false, false],
    ['a refused connection', networkError('ECONNREFUSED', false), true, true],
    ['an unknown host', networkError('ENOTFOUND', false), true, true],
    ['a connection reset after sending', networkError('ECONNRESET', true), true, false],
    ['a timeout after sending', networkError('ETIMEDOUT', true), true, false],
    ['a code that only contains a permanent one', networkError('X_EPROTO', false), true, true],
    ['an error of the program', { error: new TypeError('x') }, false, false],
    ['a thrown string', { error: 'x' }, false, false],
  ])('%s: read and write', (_, outcome, canRetryRead, canRetryWrite) => {
    expect(canRetry(read, outcome)).toBe(canRetryRead);
    expect(canRetry(write, outcome)).toBe(canRetryWrite);
  });

  it.each([
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'EPROTO',
    'HPE_INVALID_CONSTANT',
    'HPE_INVALID',
    'UND_ERR_HEADERS_OVERFLOW',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    'PROXY_AUTH',
    'PROXY_REFUSED',
    'PROXY_INVALID',
    'CLIENT_CLOSED',
  ])('%s is permanent, for reads and writes, sent or not', (code) => {
    for (const sent of [false, true]) {
      expect(canRetry(read, networkError(code, sent))).toBe(false);
      expect(canRetry(write, networkError(code, sent))).toBe(false);
    }
  });

  it.each(['UND_ERR_SOCKET', 'PROXY_FAILED', 'EPIPE', 'EAI_AGAIN'])('%s is transient', (code) => {
    expect(canRetry(read, networkError(code, true))).toBe(true);
    expect(canRetry(write, networkError(code, false))).toBe(true);
    expect(canRetry(write, networkError(code, true))).toBe(false);
  });

  it.each(['create', 'change', 'delete'] as const)(
    'an operation that can %s is a write',
    (effect) => {
      expect(canRetry({ effect }, { status: 500 })).toBe(false);
    },
  );
});

describe('retryDelay', () => {
  const delay = (retryAfter?: number, retries = 0, random = 0.5) =>
    retryDelay(retries, { status: 429, retryAfter }, { random });

  it('doubles up to 8 seconds', () => {
    expect([0, 1, 2, 3, 4, 5, 60].map((retries) => delay(undefined, retries))).toEqual([
      375, 750, 1500, 3000, 6000, 6000, 6000,
    ]);
  });

  it('adds jitter: between half the backoff and all of it', () => {
    expect([0, 0.5, 0.999].map((random) => delay(undefined, 0, random))).toEqual([
      250, 375, 499.75,
    ]);
  });

  it('doubles up to another maximum', () => {
    const options = { random: 0.5, maxBackoff: 60_000 };
    expect([4, 6, 7, 60].map((retries) => retryDelay(retries, { status: 503 }, options))).toEqual([
      6000, 24_000, 45_000, 45_000,
    ]);
  });

  it.each([
    [3, 3000],
    [100_000, 100_000_000],
    [0, 375],
    [undefined, 375],
  ])('waits at least as long as Retry-After: %s s', (seconds, expected) => {
    expect(delay(seconds)).toBe(expected);
  });

  it('waits longer than Retry-After if the backoff is longer', () => {
    expect(delay(1, 4)).toBe(6000);
  });

  it('respects the Retry-After of an invalid response', () => {
    expect(retryDelay(0, invalidResponse(503, 3), { random: 0.5 })).toBe(3000);
    expect(retryDelay(0, invalidResponse(503), { random: 0.5 })).toBe(375);
  });

  it('has only the backoff after a network error', () => {
    const error = Object.assign(new NetworkError('no response', 'ECONNRESET', true), {
      retryAfter: 3,
    });
    expect(retryDelay(0, { error }, { random: 0.5 })).toBe(375);
  });
});
