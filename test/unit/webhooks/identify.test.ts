import fc from 'fast-check';
import { WebhookError } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { identify, type VerifyOptions, verify } from '../../../src/webhooks/verify.ts';
import { signedRequest } from './request.ts';

type Request = VerifyOptions & { body: Uint8Array };

function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof WebhookError) return [error.reason, error.message];
    throw error;
  }
}

const identified = (request: Request) => outcomeOf(() => identify(request));

function verified(request: Request): unknown {
  return outcomeOf(() => {
    const { id, type } = verify(request).event;
    return { id, type };
  });
}

function requestOf(body: string | Uint8Array, eventId = 'evt_1'): Request {
  const bytes = Buffer.from(body as string);
  const { headers, ...request } = signedRequest(bytes);
  return { ...request, body: bytes, headers: { ...headers, 'X-Service-Event-Id': eventId } };
}

describe('identify', () => {
  it('returns the id and the type of the event', () => {
    const body = '{"id":"evt_1","type":"news.alert","title":"Zürich – 東京 🐟"}';
    expect(identified(requestOf(body))).toEqual({ id: 'evt_1', type: 'news.alert' });
  });

  it.each([
    ['a byte order mark', '\ufeff{"id":"evt_1","type":"news.alert"}'],
    ['an id beyond ASCII', '{"id":"évt_1","type":"news.alert"}', 'évt_1'],
    ['an id beyond ASCII whose header was decoded as Latin-1', '{"id":"é","type":"t"}', 'Ã©'],
    ['an escaped id', String.raw`{"id":"\u00e9","type":"t"}`, 'é'],
    ['a type beyond ASCII', '{"id":"evt_1","type":"nachricht.für.dich"}'],
    ['two ids', '{"id":"evt_0","id":"evt_1","type":"news.alert"}'],
    ['another id', '{"id":"evt_2","type":"news.alert"}'],
    ['a test without an id', '{"type":"webhook.test"}'],
    ['an empty id', '{"id":"","type":"news.alert"}'],
    ['no type', '{"id":"evt_1"}'],
    ['an array', '["evt_1"]'],
    ['null', 'null'],
    ['incomplete JSON', '{"id":"evt_1","type":"news.alert"'],
    ['a space that JSON does not allow', '{"id":"evt_1",\u00a0"type":"news.alert"}'],
    ['bytes that are not UTF-8', Buffer.from('{"id":"evt_1","type":"t","x":"\xff"}', 'latin1')],
  ])('agrees with verify on %s', (_what, body, eventId?: string) => {
    const request = requestOf(body, eventId);
    expect(identified(request)).toEqual(verified(request));
  });

  it('agrees with verify on any JSON', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('evt_1', 'webhook.test'));
    const fields = fc.record({ id: text, type: text, rest: fc.jsonValue() }, { requiredKeys: [] });
    fc.assert(
      fc.property(fields, (event) => {
        const request = requestOf(JSON.stringify(event), event.id);
        expect(identified(request)).toEqual(verified(request));
      }),
    );
  });
});
