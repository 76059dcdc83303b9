import { isNewsAlert, isWebhookTest, sign, WebhookError } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { verify } from './both.ts';
import { alertBody, now, secret, signedRequest } from './request.ts';

type Request = ReturnType<typeof signedRequest>;

/** Why a request is rejected; `undefined` if it is accepted. */
async function reasonFor(request: Parameters<typeof verify>[0]): Promise<string | undefined> {
  try {
    await verify(request);
    return undefined;
  } catch (error) {
    if (error instanceof WebhookError) return error.reason;
    throw error;
  }
}

function withHeader(request: Request, name: string, value: string | undefined) {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

const withSignature = (request: Request, signature: string) =>
  withHeader(request, 'X-Service-Signature', signature);

async function signedWith(timestamp: string) {
  const headers = {
    'x-service-signature': await sign(secret, timestamp, alertBody),
    'x-service-timestamp': timestamp,
    'x-service-event-id': 'evt_1',
  };
  return { body: alertBody, headers, secrets: secret, now };
}

describe('verify', () => {
  it('returns the event of a valid request, given as text or bytes', async () => {
    for (const body of [alertBody, Buffer.from(alertBody), new TextEncoder().encode(alertBody)]) {
      const { event, secretIndex } = await verify(signedRequest(body));
      expect({ ...event, secretIndex }).toEqual({ ...JSON.parse(alertBody), secretIndex: 0 });
      expect(isNewsAlert(event)).toBe(true);
    }
  });

  it('reads headers in any case, as arrays and as Headers', async () => {
    const request = signedRequest(alertBody);
    const entries = Object.entries(request.headers);
    const upper = Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), [value]]));
    expect((await verify({ ...request, headers: upper })).event.id).toBe('evt_1');
    expect((await verify({ ...request, headers: new Headers(request.headers) })).event.id).toBe(
      'evt_1',
    );
  });

  it('accepts any of several secrets and returns its index', async () => {
    const request = signedRequest(alertBody);
    expect((await verify({ ...request, secrets: ['new', secret] })).secretIndex).toBe(1);
    expect(await reasonFor({ ...request, secrets: ['new', 'newer'] })).toBe('signature_mismatch');
  });

  it('returns the first of several secrets that match', async () => {
    const secrets = ['other', 'old', 'new'];
    const request = signedRequest(alertBody, { secrets: ['new', 'old'] });
    expect((await verify({ ...request, secrets })).secretIndex).toBe(1);
  });

  it.each([
    ['X-Service-Signature', 'missing_signature'],
    ['X-Service-Timestamp', 'missing_timestamp'],
    ['X-Service-Event-Id', 'missing_event_id'],
  ])(
    'docs/receiver-cases.md, case 26: rejects a request without %s as %s',
    async (name, reason) => {
      for (const value of [undefined, '', '  ']) {
        const request = withHeader(signedRequest(alertBody), name, value);
        expect(await reasonFor(request)).toBe(reason);
        await expect(verify(request)).rejects.toThrow(`the header ${name} is missing`);
      }
    },
  );

  it('docs/receiver-cases.md, case 26: rejects a signature that is empty, too short, too long or not hex', async () => {
    const request = signedRequest(alertBody);
    const valid = request.headers['X-Service-Signature'];
    const malformed = [
      'v1=',
      valid.slice(0, -1),
      `${valid}0`,
      `x${valid}`,
      `${valid.slice(0, -1)}g`,
      valid.slice(3),
    ];
    for (const signature of malformed) {
      expect(await reasonFor(withSignature(request, signature))).toBe('malformed_signature');
    }
    await expect(verify(withSignature(request, 'v1='))).rejects.toThrow(
      'X-Service-Signature contains no v1= with 64 hex digits',
    );
  });

  it('accepts a signature in uppercase hex', async () => {
    const request = signedRequest(alertBody);
    const upper = request.headers['X-Service-Signature'].toUpperCase().replace('V1', 'v1');
    expect(await reasonFor(withSignature(request, upper))).toBeUndefined();
  });

  it('docs/receiver-cases.md, case 27: accepts one valid v1= among several signatures and ignores v2=', async () => {
    const request = signedRequest(alertBody);
    const valid = request.headers['X-Service-Signature'];
    const other = `v1=${'0'.repeat(64)}`;
    for (const signature of [
      `${other},${valid}`,
      `${valid} ${other}`,
      `${other} , ${valid}`,
      `v2=later, ${valid}`,
      `${valid}, v1=`,
    ]) {
      expect(await reasonFor(withSignature(request, signature))).toBeUndefined();
    }
    expect(await reasonFor(withSignature(request, other))).toBe('signature_mismatch');
    expect(await reasonFor(withSignature(request, valid.replace('v1', 'v2')))).toBe(
      'malformed_signature',
    );
  });

  it('docs/receiver-cases.md, case 28: rejects a body that was cut, serialized again or given a newline', async () => {
    const request = signedRequest(alertBody);
    const pretty = JSON.stringify(JSON.parse(alertBody), null, 2);
    for (const body of [alertBody.slice(0, -1), pretty, `${alertBody}\n`, '']) {
      expect(await reasonFor({ ...request, body })).toBe('signature_mismatch');
    }
    await expect(verify({ ...request, body: '' })).rejects.toThrow(
      'the signature does not match the body, the timestamp and the signing secret',
    );
  });

  it('docs/receiver-cases.md, case 29: accepts an age of 300 s and rejects 301 s, in both directions', async () => {
    const at = (seconds: number) => signedRequest(alertBody, { at: now - seconds * 1000 });
    expect([await reasonFor(at(300)), await reasonFor(at(-300))]).toEqual([undefined, undefined]);
    expect([await reasonFor(at(301)), await reasonFor(at(-301))]).toEqual([
      'timestamp_too_old',
      'timestamp_too_new',
    ]);
    await expect(verify(at(301))).rejects.toThrow(
      "the timestamp is 301 s behind the receiver's clock; the tolerance is 300 s",
    );
    await expect(verify(at(-301))).rejects.toThrow(/301 s ahead of the receiver's clock/);
    await expect(verify({ ...at(301), now: now + 50 })).rejects.toThrow(/is 301.1 s behind/);
    expect(await reasonFor({ ...at(301), tolerance: 301 })).toBeUndefined();
    expect(await reasonFor({ ...at(301), tolerance: 300.9 })).toBe('timestamp_too_old');
  });

  it('uses the system clock by default', async () => {
    const { now: _, ...request } = signedRequest(alertBody, { at: Date.now() });
    expect(await reasonFor(request)).toBeUndefined();
    const { now: _then, ...old } = signedRequest(alertBody, { at: Date.now() - 400_000 });
    expect(await reasonFor(old)).toBe('timestamp_too_old');
  });

  it('checks the signature before the age, and both before the body', async () => {
    const old = signedRequest('no json', { at: 1_000_000_000_000 });
    expect(await reasonFor(old)).toBe('timestamp_too_old');
    expect(await reasonFor({ ...old, secrets: 'other' })).toBe('signature_mismatch');
  });

  it.each(['1795176000', '1795176000000', '2026-11-20T13:00:00.5+01:00'])(
    'accepts the timestamp %s as it was signed',
    async (timestamp) => expect(await reasonFor(await signedWith(timestamp))).toBeUndefined(),
  );

  it.each([
    '0x6AFF0000',
    '1.795176e9',
    '+795176000',
    '2026-11-20T12:00:00',
    'Fri, 20 Nov 2026 12:00:00 GMT',
    '1795176000, 1795176000',
  ])('rejects the timestamp %s even if it is signed', async (timestamp) => {
    expect(await reasonFor(await signedWith(timestamp))).toBe('malformed_timestamp');
    await expect(verify(await signedWith(timestamp))).rejects.toThrow(
      'X-Service-Timestamp must be seconds, milliseconds or RFC 3339 with a time zone',
    );
  });

  it.each([
    ['not JSON', 'not_json', 'the body is not JSON'],
    ['{"id":"evt_1","type":"news.alert"', 'not_json', 'the body is not JSON'],
    ['[]', 'not_an_event', 'the body is not a JSON object'],
    ['null', 'not_an_event', 'the body is not a JSON object'],
    ['"text"', 'not_an_event', 'the body is not a JSON object'],
    ['1', 'not_an_event', 'the body is not a JSON object'],
    ['{"id":"evt_1"}', 'not_an_event', 'the event has no type'],
    ['{"id":"evt_1","type":1}', 'not_an_event', 'the event has no type'],
    ['{"type":"news.alert"}', 'not_an_event', 'the event has no id'],
    ['{"id":"","type":"news.alert"}', 'not_an_event', 'the event has no id'],
    ['{"id":"","type":"webhook.test"}', 'not_an_event', 'the event has no id'],
    ['{"id":7,"type":"news.alert"}', 'not_an_event', 'the event has no id'],
  ])(
    'docs/receiver-cases.md, case 31: rejects the signed body %s',
    async (body, reason, message) => {
      expect(await reasonFor(signedRequest(body))).toBe(reason);
      await expect(verify(signedRequest(body))).rejects.toThrow(message);
    },
  );

  it('docs/receiver-cases.md, case 31: rejects a signed body that is not UTF-8', async () => {
    const request = signedRequest(Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await reasonFor(request)).toBe('not_json');
    await expect(verify(request)).rejects.toThrow('the body is not UTF-8');
  });

  it('rejects a header with another event id than the body', async () => {
    const request = withHeader(signedRequest(alertBody), 'X-Service-Event-Id', 'evt_2');
    expect(await reasonFor(request)).toBe('event_id_mismatch');
    await expect(verify(request)).rejects.toThrow(
      'X-Service-Event-Id differs from the id of the event in the body',
    );
  });

  it('accepts a connection test without an id in its body', async () => {
    const { event } = await verify(signedRequest('{"type":"webhook.test"}'));
    expect(event).toEqual({ id: 'evt_1', type: 'webhook.test' });
    expect([isWebhookTest(event), isNewsAlert(event)]).toEqual([true, false]);
    expect(isWebhookTest((await verify(signedRequest(alertBody))).event)).toBe(false);
  });

  it('docs/receiver-cases.md, case 40: rejects a secret with a newline before it looks at the request', async () => {
    const request = { ...signedRequest(alertBody), headers: {}, secrets: `${secret}\n` };
    expect(await reasonFor(request)).toBe('bad_secret');
    expect(await reasonFor({ ...request, secrets: [] })).toBe('bad_secret');
  });
});

it.each([
  ['bad_secret', 500],
  ['not_json', 400],
  ['not_an_event', 400],
  ['signature_mismatch', 401],
  ['event_id_mismatch', 401],
] as const)('an error %s has the status %d', async (reason, status) => {
  const error = new WebhookError(reason, 'why');
  expect([error.name, error.message, error.status]).toEqual(['WebhookError', 'why', status]);
});
