import { verifyRequest, type WebRequest } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { alertBody, now, secret, signedRequest } from './request.ts';

const url = 'https://hooks.example.com/hook';
const options = { secrets: secret, now };

function webRequest(body = alertBody): Request {
  return new Request(url, { ...signedRequest(body), method: 'POST' });
}

describe('verifyRequest', () => {
  it('returns the event and the raw text of a web Request', async () => {
    const body = `${alertBody}\n`;
    const { event, text, secretIndex } = await verifyRequest(webRequest(body), options);
    expect([event.id, text, secretIndex]).toEqual(['evt_1', body, 0]);
  });

  it('keeps a byte order mark in the text, so that it can be verified again', async () => {
    const body = `\ufeff${alertBody}`;
    expect((await verifyRequest(webRequest(body), options)).text).toBe(body);
  });

  it('rejects a request as verify does', async () => {
    const { headers } = signedRequest(alertBody);
    const changed = new Request(url, { method: 'POST', headers, body: `${alertBody} ` });
    await expect(verifyRequest(changed, options)).rejects.toMatchObject({
      reason: 'signature_mismatch',
      status: 401,
    });
    await expect(verifyRequest(new Request(url), options)).rejects.toMatchObject({
      reason: 'missing_signature',
    });
    await expect(verifyRequest(webRequest(), { ...options, tolerance: 1, now: 0 })).rejects.toThrow(
      'the tolerance is 1 s',
    );
  });

  it('stops reading a body over its limit', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    const init = { method: 'POST', body, duplex: 'half', headers: webRequest().headers } as const;
    const reading = verifyRequest(new Request(url, init), { ...options, maxBodySize: 10_000 });
    await expect(reading).rejects.toMatchObject({ reason: 'payload_too_large', status: 413 });
    expect(pulled).toBeLessThan(20);
  });

  it('keeps no chunk, however small they are', async () => {
    const chunk = new Uint8Array(1);
    const bytes = Buffer.from(alertBody).values();
    const reader = {
      async read() {
        const { value, done } = bytes.next();
        chunk[0] = value ?? 0;
        return done ? { done } : { done: false, value: chunk };
      },
      async cancel() {},
    };
    const { headers } = webRequest();
    const request = { headers, body: { getReader: () => reader, locked: false }, bodyUsed: false };
    expect((await verifyRequest(request, options)).text).toBe(alertBody);
  });

  it.each([
    ['was read before', (request: Request) => request.text()],
    ['has another reader', async ({ body }: Request) => body?.getReader()],
  ])('rejects a request whose body %s', async (_what, read) => {
    const request = webRequest();
    await read(request);
    await expect(verifyRequest(request, options)).rejects.toMatchObject({
      reason: 'bad_arguments',
      status: 500,
      message: expect.stringContaining('already read'),
    });
  });

  const bodyText = { headers: new Headers(), body: 'text', bodyUsed: false };
  it.each([[undefined], [null], ['text'], [{ headers: {}, body: {} }], [bodyText]])(
    'rejects %j, which is no web Request, with the way out',
    async (request) => {
      const call = Reflect.apply(verifyRequest, undefined, [request as WebRequest, options]);
      await expect(call).rejects.toMatchObject({
        reason: 'bad_arguments',
        message: expect.stringContaining('pass body and headers to verify'),
      });
    },
  );

  it.each(['1mb', Number.NaN, null, -1])('rejects %j as maxBodySize', async (maxBodySize) => {
    const call = Reflect.apply(verifyRequest, undefined, [
      webRequest(),
      { ...options, maxBodySize } as never,
    ]);
    await expect(call).rejects.toMatchObject({ reason: 'bad_arguments', status: 500 });
  });

  it.each([
    [undefined, 'got undefined'],
    ['whsec_example', 'got a string'],
    [['whsec_example'], 'got an array'],
    [{ secret: 'whsec_example' }, 'did you mean secrets?'],
    [{ secrets: 'whsec_example', toleranceSeconds: 1 }, 'did you mean tolerance?'],
    [{ secrets: 'whsec_example', zzz: 1 }, 'its options are secrets, now, tolerance, maxBodySize'],
  ])('rejects the options %j', async (options, message) => {
    const call = Reflect.apply(verifyRequest, undefined, [webRequest(), options]);
    await expect(call).rejects.toMatchObject({
      reason: 'bad_arguments',
      message: expect.stringContaining(message),
    });
  });

  it('passes on why a body could not be read', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.error(new Error('reset')),
    });
    const init = { method: 'POST', body, duplex: 'half', headers: webRequest().headers } as const;
    await expect(verifyRequest(new Request(url, init), options)).rejects.toThrow('reset');
  });
});
