import { isNewsAlert, isWebhookTest, sign, verify, WebhookError } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { alertBody, now, secret, signedRequest } from './request.ts';

type Request = ReturnType<typeof signedRequest>;

/** Why a request is refused; `undefined` where it is accepted. */
function reasonFor(request: Parameters<typeof verify>[0]): string | undefined {
  try {
    verify(request);
    return undefined;
  } catch (error) {
    if (error instanceof WebhookError) return error.reason;
    throw error;
  }
}

function withSignature(request: Request, signature: string): Request {
  return { ...request, headers: { ...request.headers, 'X-Service-Signature': signature } };
}

function signedWith(timestamp: string, at = now) {
  return {
    body: alertBody,
    headers: {
      'x-service-signature': sign(secret, timestamp, alertBody),
      'x-service-timestamp': timestamp,
      'x-service-event-id': 'evt_1',
    },
    secrets: secret,
    now: at,
  };
}

describe('verify', () => {
  it('gives the event of a genuine request, from text or bytes', () => {
    for (const body of [alertBody, Buffer.from(alertBody), new TextEncoder().encode(alertBody)]) {
      const { event, secretIndex } = verify(signedRequest(body));
      expect({ ...event, secretIndex }).toEqual({ ...JSON.parse(alertBody), secretIndex: 0 });
      expect(isNewsAlert(event)).toBe(true);
    }
  });

  it('reads headers of any case, as arrays and as Headers', () => {
    const request = signedRequest(alertBody);
    const entries = Object.entries(request.headers);
    const upper = Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(verify({ ...request, headers: upper }).event.id).toBe('evt_1');
    expect(verify({ ...request, headers: new Headers(request.headers) }).event.id).toBe('evt_1');
  });

  it('takes any of several secrets, and says which', () => {
    const request = signedRequest(alertBody);
    expect(verify({ ...request, secrets: ['new', secret] }).secretIndex).toBe(1);
    expect(reasonFor({ ...request, secrets: ['new', 'newer'] })).toBe('signature_mismatch');
  });

  it.each([
    ['X-Service-Signature', 'missing_signature'],
    ['X-Service-Timestamp', 'missing_timestamp'],
    ['X-Service-Event-Id', 'missing_event_id'],
  ])('case 26: without %s it is %s', (name, reason) => {
    const request = signedRequest(alertBody);
    for (const value of [undefined, '', '  ']) {
      expect(reasonFor({ ...request, headers: { ...request.headers, [name]: value } })).toBe(
        reason,
      );
    }
  });

  it('case 26: a signature that is empty, of 63 or 65 digits or no hex is malformed', () => {
    const request = signedRequest(alertBody);
    const good = request.headers['X-Service-Signature'];
    for (const bad of [
      'v1=',
      good.slice(0, -1),
      `${good}0`,
      `${good.slice(0, -1)}g`,
      good.slice(3),
    ]) {
      expect(reasonFor(withSignature(request, bad))).toBe('malformed_signature');
    }
  });

  it('case 27: one good v1= among several is enough, with commas or spaces; v2= is ignored', () => {
    const request = signedRequest(alertBody);
    const good = request.headers['X-Service-Signature'];
    const other = `v1=${'0'.repeat(64)}`;
    for (const text of [
      `${other},${good}`,
      `${good} ${other}`,
      `v2=later, ${good}`,
      `${good}, v1=`,
    ]) {
      expect(reasonFor(withSignature(request, text))).toBeUndefined();
    }
    expect(reasonFor(withSignature(request, other))).toBe('signature_mismatch');
    expect(reasonFor(withSignature(request, good.replace('v1', 'v2')))).toBe('malformed_signature');
  });

  it('case 28: a body that was cut, re-serialised or given a newline does not match', () => {
    const request = signedRequest(alertBody);
    const pretty = JSON.stringify(JSON.parse(alertBody), null, 2);
    for (const body of [alertBody.slice(0, -1), pretty, `${alertBody}\n`, '']) {
      expect(reasonFor({ ...request, body })).toBe('signature_mismatch');
    }
  });

  it('case 29: an age of 300 s is accepted and 301 s refused, both ways, and the skew is named', () => {
    const at = (seconds: number) => signedRequest(alertBody, { at: now - seconds * 1000 });
    expect(reasonFor(at(300))).toBeUndefined();
    expect(reasonFor(at(-300))).toBeUndefined();
    expect(() => verify(at(301))).toThrow(/301 s behind/);
    expect(() => verify(at(-301))).toThrow(/301 s ahead/);
    expect([reasonFor(at(301)), reasonFor(at(-301))]).toEqual([
      'timestamp_too_old',
      'timestamp_too_new',
    ]);
    expect(reasonFor({ ...at(301), tolerance: 301 })).toBeUndefined();
  });

  it('checks the signature before the age, and both before the body', () => {
    const old = signedRequest('no json', { at: 0 + 1_000_000_000_000 });
    expect(reasonFor(old)).toBe('timestamp_too_old');
    expect(reasonFor({ ...old, secrets: 'other' })).toBe('signature_mismatch');
  });

  it.each([
    ['1795176000'],
    ['1795176000.25'],
    ['1795176000000'],
    ['2026-11-20T12:00:00Z'],
    ['2026-11-20T13:00:00.5+01:00'],
    ['2026-11-20t06:30:00-05:30'],
  ])('takes the timestamp %s as it is written', (timestamp) => {
    expect(reasonFor(signedWith(timestamp))).toBeUndefined();
  });

  it.each([
    ['179517600'],
    ['17951760000'],
    ['1795176000000000'],
    ['0x6AFF0000'],
    ['1.795176e9'],
    ['+795176000'],
    ['2026-11-20T12:00:00'],
    ['2026-11-20'],
    ['2026-02-30T12:00:00Z'],
    ['2026-11-20T12:00:00+25:00'],
    ['Fri, 20 Nov 2026 12:00:00 GMT'],
    ['1795176000, 1795176000'],
  ])('refuses the timestamp %s although it is signed', (timestamp) => {
    expect(reasonFor(signedWith(timestamp))).toBe('malformed_timestamp');
  });

  it.each([
    ['not JSON', 'not_json'],
    ['{"id":"evt_1","type":"news.alert"', 'not_json'],
    ['[]', 'not_an_event'],
    ['null', 'not_an_event'],
    ['"text"', 'not_an_event'],
    ['1', 'not_an_event'],
    ['{"id":"evt_1"}', 'not_an_event'],
    ['{"type":"news.alert"}', 'not_an_event'],
    ['{"id":"","type":"news.alert"}', 'not_an_event'],
    ['{"id":7,"type":"news.alert"}', 'not_an_event'],
  ])('case 31: %s is signed and yet no event', (body, reason) => {
    expect(reasonFor(signedRequest(body))).toBe(reason);
  });

  it('case 31: bytes that are not UTF-8 are no event', () => {
    expect(reasonFor(signedRequest(Buffer.from([0x7b, 0xff, 0x7d])))).toBe('not_json');
  });

  it('refuses an event id in the header that is not the one in the body', () => {
    const request = signedRequest(alertBody);
    const headers = { ...request.headers, 'X-Service-Event-Id': 'evt_2' };
    expect(reasonFor({ ...request, headers })).toBe('event_id_mismatch');
  });

  it('takes a test without an id in its payload, which the service does not promise', () => {
    const { event } = verify(signedRequest('{"type":"webhook.test"}'));
    expect(event).toEqual({ id: 'evt_1', type: 'webhook.test' });
    expect(isWebhookTest(event)).toBe(true);
  });

  it.each([
    ['', 'empty'],
    ['secret\n', 'newline'],
    ['secret\r\n', 'newline'],
    [' secret', 'begins'],
    ['secret ', 'ends with white space'],
  ])('case 40: the secret %j is refused up front, and not repeated', (given, why) => {
    const request = { ...signedRequest(alertBody), secrets: given };
    expect(reasonFor(request)).toBe('bad_secret');
    expect(() => verify(request)).toThrow(why);
    expect(() => verify({ ...request, secrets: [secret, given] })).toThrow(why);
  });

  it('wants at least one secret', () => {
    expect(reasonFor({ ...signedRequest(alertBody), secrets: [] })).toBe('bad_secret');
  });

  it('names the status to answer with', () => {
    const statuses = (
      ['bad_secret', 'not_json', 'not_an_event', 'signature_mismatch'] as const
    ).map((reason) => new WebhookError(reason, '').status);
    expect(statuses).toEqual([500, 400, 400, 401]);
  });
});
