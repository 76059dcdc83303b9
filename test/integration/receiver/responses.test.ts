import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { signedHeaders } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../helpers/eventually.ts';
import { alert, secret, testReceiver } from '../../helpers/test-receiver.ts';

const megabyte = 1_048_576;

/** An alert with exactly this number of bytes. */
function alertOf(bytes: number): string {
  const empty = alert({ padding: '' }).length;
  return alert({ padding: 'x'.repeat(bytes - empty) });
}

/** Writes raw bytes to a new connection and returns everything that is received. */
async function sendRaw(url: string, ...chunks: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const response = text(socket);
  for (const chunk of chunks) socket.write(chunk);
  return response;
}

describe('the receiver responds with', () => {
  it('204 and no body to a valid event', async () => {
    const { send, ids } = await testReceiver();
    expect(await send(alert({ id: 'evt_1' }))).toMatchObject({ status: 204, text: '' });
    await eventually(() => ids().length === 1);
    expect(ids()).toEqual(['evt_1']);
  });

  it.each([
    ['X-Service-Signature', undefined],
    ['X-Service-Timestamp', undefined],
    ['X-Service-Event-Id', undefined],
    ['X-Service-Signature', 'v1='],
    ['X-Service-Signature', `v1=${'a'.repeat(63)}`],
    ['X-Service-Signature', `v1=${'a'.repeat(65)}`],
    ['X-Service-Signature', `v1=${'z'.repeat(64)}`],
    ['X-Service-Signature', `v1=${'a'.repeat(64)}`],
  ])('docs/receiver-cases.md, case 26: 401 if %s is %s', async (name, value) => {
    const { send, handled } = await testReceiver();
    expect((await send(alert(), { headers: { [name]: value } })).status).toBe(401);
    expect(handled).toEqual([]);
  });

  it.each([', ', ',', ' '])(
    'docs/receiver-cases.md, case 27: 204 to one valid signature among several, separated by %j',
    async (separator) => {
      const { receiver } = await testReceiver();
      const body = alert({ id: 'evt_1' });
      const headers = await signedHeaders({ body, eventId: 'evt_1', secrets: secret });
      const valid = headers['X-Service-Signature'];
      const values = [`v1=${'0'.repeat(64)}`, 'v2=later', valid];
      const all = { ...headers, 'X-Service-Signature': values.join(separator) };
      expect((await fetch(receiver.url, { method: 'POST', headers: all, body })).status).toBe(204);
    },
  );

  it('docs/receiver-cases.md, case 27: 204 to a signature by any of its secrets', async () => {
    const { send } = await testReceiver({ secrets: ['whsec_next', secret] });
    expect((await send(alert())).status).toBe(204);
  });

  it.each([
    ['a newline (\\n) was added', (body: string) => `${body}\n`],
    ['serialized again', (body: string) => JSON.stringify(JSON.parse(body), null, 2)],
    ['is incomplete', (body: string) => body.slice(0, -9)],
  ])(
    'docs/receiver-cases.md, case 28: 401 to a changed body, and logs that it %s',
    async (message, change) => {
      const { receiver, lines } = await testReceiver();
      const body = alert({ id: 'evt_1' });
      const headers = await signedHeaders({ body, eventId: 'evt_1', secrets: secret });
      const request = { method: 'POST', headers, body: change(body) };
      expect((await fetch(receiver.url, request)).status).toBe(401);
      await eventually(() => lines.some(({ diagnosis }) => diagnosis));
      expect(lines).toMatchObject([
        // The response does not wait for the explanation.
        { event: 'request rejected', reason: 'signature_mismatch' },
        { diagnosis: [expect.stringContaining(message)] },
      ]);
    },
  );

  it('docs/receiver-cases.md, case 42: 401 to any number of forged requests, and explains only some of them', async () => {
    const { receiver, lines } = await testReceiver();
    const headers = await signedHeaders({ body: '{}', eventId: 'evt_1', secrets: secret });
    for (let n = 0; n < 20; n += 1) {
      const { status } = await fetch(receiver.url, { method: 'POST', headers, body: `{"n":${n}}` });
      expect(status).toBe(401);
    }
    await receiver.close();
    expect(lines.filter(({ event }) => event === 'request rejected')).toHaveLength(10);
    expect(lines).toContainEqual({
      level: 'warn',
      event: 'more requests rejected',
      reason: 'signature_mismatch',
      count: 10,
    });
    expect(lines.filter(({ diagnosis }) => diagnosis).length).toBeLessThanOrEqual(6);
  });

  it.each([
    ['6 kB of arrays', '['.repeat(6000)],
    ['43 kB of arrays', `${'['.repeat(21_500)}${']'.repeat(21_500)}`],
    ['60 kB of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ])(
    'docs/receiver-cases.md, case 42: 401 to forged %s, and 204 to the next event',
    async (_what, body) => {
      const { receiver, lines, send } = await testReceiver();
      const headers = await signedHeaders({ body: '{}', eventId: 'evt_1', secrets: secret });
      expect((await fetch(receiver.url, { method: 'POST', headers, body })).status).toBe(401);
      expect((await send(alert())).status).toBe(204);
      await eventually(() => lines.some(({ diagnosis }) => diagnosis));
    },
  );

  it.each([
    ['announce 1 MiB and send one byte', `Content-Length: ${megabyte}\r\n\r\n{`],
    ['stop within the headers', ''],
    ['send half of a body', `Content-Length: ${megabyte}\r\n\r\n${'x'.repeat(megabyte / 2)}`],
  ])(
    'docs/receiver-cases.md, case 35: 204 to a valid event while 300 clients %s',
    async (_what, rest) => {
      const { receiver, send } = await testReceiver();
      const { hostname, port } = new URL(receiver.url);
      const sockets = Array.from({ length: 300 }, () =>
        connect(Number(port), hostname).on('error', () => {}),
      );
      let closed = 0;
      for (const socket of sockets) {
        socket.on('close', () => {
          closed += 1;
        });
        socket.write(`POST /hook HTTP/1.1\r\nHost: x\r\n${rest}`);
      }
      // The oldest of them are closed.
      await eventually(() => closed > 0);
      for (let n = 0; n < 5; n += 1) expect((await send(alert())).status).toBe(204);
      for (const socket of sockets) socket.destroy();
    },
  );

  it('docs/receiver-cases.md, case 29: 204 up to an age of 300 s and 401 from 301 s, in both directions', async () => {
    const now = 1_795_176_000_000;
    const { send } = await testReceiver({ now: () => now });
    const at = (seconds: number) => send(alert(), { at: now - seconds * 1000 });
    expect((await at(300)).status).toBe(204);
    expect((await at(-300)).status).toBe(204);
    expect(await at(301)).toMatchObject({ status: 401, text: expect.stringContaining('301 s') });
    expect(await at(-301)).toMatchObject({ status: 401, text: expect.stringContaining('301 s') });
  });

  it('docs/receiver-cases.md, case 30: 204 to a body of 1 MiB', async () => {
    const { send } = await testReceiver();
    expect((await send(alertOf(megabyte))).status).toBe(204);
  });

  it('docs/receiver-cases.md, case 30: 413 to a Content-Length over 1 MiB, before the body is sent', async () => {
    const { receiver } = await testReceiver();
    const client = request(receiver.url, {
      method: 'POST',
      headers: { 'content-length': megabyte + 1, expect: '100-continue' },
    });
    client.on('continue', () => expect.unreachable());
    client.on('error', () => {});
    client.flushHeaders();
    const [response] = (await once(client, 'response')) as [{ statusCode: number }];
    expect(response.statusCode).toBe(413);
    client.destroy();
  });

  it('docs/receiver-cases.md, case 30: 413 to a chunked body over 1 MiB, before it ends', async () => {
    const { receiver } = await testReceiver();
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const chunks = Array.from({ length: 17 }, () => chunk);
    const head = 'POST /hook HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await sendRaw(receiver.url, head, ...chunks)).toMatch(/^HTTP\/1.1 413 /);
  });

  it('docs/receiver-cases.md, case 30: 100 Continue to a body that will be read', async () => {
    const { receiver } = await testReceiver();
    const client = request(receiver.url, {
      method: 'POST',
      headers: { 'content-length': 2, expect: '100-continue' },
    });
    client.flushHeaders();
    await once(client, 'continue');
    client.end('{}');
    const [response] = (await once(client, 'response')) as [{ statusCode: number }];
    expect(response.statusCode).toBe(401);
  });

  it.each(['', 'Expect: 100-continue\r\n'])(
    'docs/receiver-cases.md, case 30: 400 to a body in thousands of small chunks (%j)',
    async (header) => {
      const { receiver } = await testReceiver();
      const head = `POST /hook HTTP/1.1\r\nHost: x\r\n${header}Transfer-Encoding: chunked\r\n\r\n`;
      const response = await sendRaw(receiver.url, head, '1\r\na\r\n'.repeat(10_000));
      expect(response.replace('HTTP/1.1 100 Continue\r\n\r\n', '')).toMatch(/^HTTP\/1.1 400 /);
    },
  );

  it('docs/receiver-cases.md, case 30: 415 to a compressed body, 400 to an empty one', async () => {
    const { send } = await testReceiver();
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await send(gzipSync(alert()), { headers })).status).toBe(415);
    expect((await send('')).status).toBe(400);
    expect((await send(alert(), { headers: { 'Content-Encoding': 'identity' } })).status).toBe(204);
  });

  it.each(['no JSON', '[]', 'null', '1', '{}', '{"id":"evt_1"}'])(
    'docs/receiver-cases.md, case 31: 400 to the signed body %s',
    async (body) => {
      const { send, handled } = await testReceiver();
      expect((await send(body)).status).toBe(400);
      expect(handled).toEqual([]);
    },
  );

  it('docs/receiver-cases.md, case 35: 408 to a client that stops within the headers or the body', async () => {
    const { receiver } = await testReceiver({ requestTimeouts: { headers: 100, request: 200 } });
    expect(await sendRaw(receiver.url, 'P')).toMatch(/^HTTP\/1.1 408 /);
    const head = 'POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{';
    expect(await sendRaw(receiver.url, head)).toMatch(/^HTTP\/1.1 (408|400) /);
  });

  it('docs/receiver-cases.md, case 35: at most four responses to requests that arrive together', async () => {
    const { receiver, send } = await testReceiver();
    const together = `POST /hook HTTP/1.1\r\nHost: receiver\r\nContent-Length: 2\r\n\r\n{}`.repeat(
      20,
    );
    const responses = await sendRaw(receiver.url, together);
    expect(responses.split('HTTP/1.1 401').length - 1).toBeLessThanOrEqual(4);
    expect((await send(alert())).status).toBe(204);
  });

  it('docs/receiver-cases.md, case 36: 405 to another method and 404 to another path', async () => {
    const { receiver, send } = await testReceiver({ path: '/a/hook' });
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const response = await fetch(receiver.url, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
    for (const path of ['/', '/hook', '/a/hook/', '/a/hookx']) {
      expect(
        (await fetch(new URL(path, receiver.url), { method: 'POST', body: '{}' })).status,
      ).toBe(404);
    }
    expect((await send(alert())).status).toBe(204);
    expect((await fetch(`${receiver.url}?a=1`, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('400 to bytes that are not HTTP, and accepts the next request', async () => {
    const { receiver, send } = await testReceiver();
    expect(await sendRaw(receiver.url, '\x16\x03\x01 hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect((await send(alert())).status).toBe(204);
  });
});
