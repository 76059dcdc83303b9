import { sign, signedHeaders, WebhookError } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { signedHeadersSync } from '../../../src/webhooks/sync/signed-headers-sync.ts';
import { verify } from './both.ts';
import { alertBody, now, secret, signedRequest } from './request.ts';

/** The error of a call from JavaScript, whose arguments no compiler checks. */
async function errorOf(call: (...args: never[]) => unknown, ...args: unknown[]) {
  try {
    await Reflect.apply(call, undefined, args);
  } catch (error) {
    if (error instanceof WebhookError) return error;
    throw error;
  }
  throw new Error('there was no error');
}

const request = signedRequest(alertBody);

describe('verify', () => {
  it.each([
    ['a parsed body', { body: JSON.parse(alertBody) }, 'body is an object: pass the raw bytes'],
    ['no body', { body: undefined }, 'body is undefined: pass the raw bytes'],
    ['an ArrayBuffer', { body: new ArrayBuffer(2) }, 'body is an ArrayBuffer'],
    ['an array', { body: [1] }, 'body is an array'],
    ['no headers', { headers: undefined }, 'headers is undefined: pass the headers'],
    ['text as headers', { headers: 'a: b' }, 'headers is a string'],
    [
      'a number as header',
      { headers: { ...request.headers, 'X-Service-Timestamp': 1_795_176_000 } },
      'the header X-Service-Timestamp is a number',
    ],
    ['a Date as clock', { now: new Date(now) }, 'now must be milliseconds since the epoch'],
    ['no number as clock', { now: Number.NaN }, 'now must be milliseconds since the epoch'],
    ['text as tolerance', { tolerance: '300' }, 'tolerance must be a number of seconds'],
    ['a negative tolerance', { tolerance: -1 }, 'tolerance must be a number of seconds'],
  ])('rejects %s with 500 and the way out', async (_what, changes, message) => {
    const error = await errorOf(verify, { ...request, ...changes });
    expect(error).toMatchObject({ reason: 'bad_arguments', status: 500 });
    expect(error.message).toContain(message);
  });

  it.each([[undefined], [null], [123], [['new', undefined]], [{}]])(
    'rejects the secret %j with 500 and the way out',
    async (secrets) => {
      const error = await errorOf(verify, { ...request, secrets });
      expect(error).toMatchObject({ reason: 'bad_secret', status: 500 });
      expect(error.message).toContain('pass the string that was shown');
    },
  );

  it('rejects missing and unknown options, also as arguments of their own', async () => {
    expect(await errorOf(verify)).toMatchObject({ reason: 'bad_arguments' });
    const message = 'verify() needs an object of options (got a Uint8Array); its options are body,';
    const positional = await errorOf(verify, Buffer.from(alertBody), request.headers, secret);
    expect(positional.message).toContain(message);
    const misspelled = await errorOf(verify, { ...request, secret });
    expect(misspelled.message).toBe('verify() has no option "secret"; did you mean secrets?');
  });

  it('rejects a signature of another version in capitals with 401', async () => {
    const signature = request.headers['X-Service-Signature'].replace('v1', 'V1');
    const headers = { ...request.headers, 'X-Service-Signature': signature };
    expect(await errorOf(verify, { ...request, headers })).toMatchObject({
      reason: 'malformed_signature',
      status: 401,
    });
  });
});

describe('sign and signedHeaders', () => {
  it('reject a body that was not serialized and a missing secret', async () => {
    expect(await errorOf(sign, secret, '1', { a: 1 })).toMatchObject({ reason: 'bad_arguments' });
    expect(await errorOf(sign, undefined, '1', '')).toMatchObject({ reason: 'bad_secret' });
    const options = { body: { a: 1 }, eventId: 'evt_1', secrets: secret };
    expect(await errorOf(signedHeaders, options)).toMatchObject({ reason: 'bad_arguments' });
    expect(await errorOf(signedHeadersSync, options)).toMatchObject({ reason: 'bad_arguments' });
    const number = await errorOf(sign, secret, 1_795_176_000, '');
    expect(number.message).toContain('timestamp is a number: pass the text of the header');
  });

  it.each<[object, string]>([
    [{ eventId: undefined }, 'eventId is undefined: pass the id of the event'],
    [{ eventId: '' }, 'eventId is empty'],
    [{ now: new Date(now) }, 'now must be milliseconds since the epoch'],
    [
      { type: 'news.alert' },
      'signedHeaders() has no option "type"; its options are body, eventId,',
    ],
    [{ payload: '' }, 'has no option "payload"'],
  ])('signedHeaders refuses %j', async (changes, message) => {
    const options = { body: '{}', eventId: 'evt_1', secrets: secret, ...changes };
    for (const call of [signedHeaders, signedHeadersSync]) {
      expect(await errorOf(call, options)).toMatchObject({
        reason: 'bad_arguments',
        message: expect.stringContaining(message),
      });
    }
  });
});
