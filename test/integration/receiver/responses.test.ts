import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { signedHeaders } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../helpers/eventually.ts';
import { alert, secret, testReceiver } from '../../helpers/inbox-under-test.ts';

const megabyte = 1_048_576;

/** An alert of exactly so many bytes. */
function alertOf(bytes: number): string {
  const empty = alert({ padding: '' }).length;
  return alert({ padding: 'x'.repeat(bytes - empty) });
}

/** Speaks to the socket itself; what came back. */
async function raw(url: string, ...pieces: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const answer = text(socket);
  for (const piece of pieces) socket.write(piece);
  return answer;
}

describe('the receiver answers', () => {
  it('204 to a genuine event, with nothing in it', async () => {
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
  ])('case 26: 401 where %s is %s', async (name, value) => {
    const { send, handled } = await testReceiver();
    expect((await send(alert(), { headers: { [name]: value } })).status).toBe(401);
    expect(handled).toEqual([]);
  });

  it.each([', ', ',', ' '])(
    'case 27: 204 to one good signature among several, parted by %j',
    async (separator) => {
      const { receiver } = await testReceiver();
      const body = alert({ id: 'evt_1' });
      const headers = signedHeaders({ body, eventId: 'evt_1', secrets: secret });
      const good = headers['X-Service-Signature'];
      const values = [`v1=${'0'.repeat(64)}`, 'v2=later', good];
      const all = { ...headers, 'X-Service-Signature': values.join(separator) };
      expect((await fetch(receiver.url, { method: 'POST', headers: all, body })).status).toBe(204);
    },
  );

  it('case 27: 204 to a signature by any of its secrets', async () => {
    const { send } = await testReceiver({ secrets: ['whsec_next', secret] });
    expect((await send(alert())).status).toBe(204);
  });

  it('case 28: 401 to an altered body, and the log says what was done to it', async () => {
    const { receiver, lines } = await testReceiver();
    const body = alert({ id: 'evt_1' });
    const headers = signedHeaders({ body, eventId: 'evt_1', secrets: secret });
    for (const arrived of [
      `${body}\n`,
      JSON.stringify(JSON.parse(body), null, 2),
      body.slice(0, -9),
    ]) {
      const { status } = await fetch(receiver.url, { method: 'POST', headers, body: arrived });
      expect(status).toBe(401);
    }
    const diagnoses = lines.flatMap(({ diagnosis }) => diagnosis ?? []);
    expect(diagnoses).toEqual([
      expect.stringContaining('a newline (\\n) was added'),
      expect.stringContaining('serialized again'),
      expect.stringContaining('is incomplete'),
    ]);
  });

  it('case 29: 204 at 300 s and 401 at 301 s, both ways, naming the skew', async () => {
    const now = 1_795_176_000_000;
    const { send } = await testReceiver({ now: () => now });
    const at = (seconds: number) => send(alert(), { at: now - seconds * 1000 });
    expect((await at(300)).status).toBe(204);
    expect((await at(-300)).status).toBe(204);
    expect(await at(301)).toMatchObject({ status: 401, text: expect.stringContaining('301 s') });
    expect(await at(-301)).toMatchObject({ status: 401, text: expect.stringContaining('301 s') });
  });

  it('case 30: 204 to a body of 1 MiB', async () => {
    const { send } = await testReceiver();
    expect((await send(alertOf(megabyte))).status).toBe(204);
  });

  it('case 30: 413 to an announced body over 1 MiB, before it is sent', async () => {
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

  it('case 30: 413 to a chunked body over 1 MiB, before its end', async () => {
    const { receiver } = await testReceiver();
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const chunks = Array.from({ length: 17 }, () => chunk);
    const head = 'POST /hook HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await raw(receiver.url, head, ...chunks)).toMatch(/^HTTP\/1.1 413 /);
  });

  it('case 30: 100 Continue to a body that will be read', async () => {
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

  it('case 30: 415 to a compressed body, 400 to an empty one', async () => {
    const { send } = await testReceiver();
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await send(gzipSync(alert()), { headers })).status).toBe(415);
    expect((await send('')).status).toBe(400);
    expect((await send(alert(), { headers: { 'Content-Encoding': 'identity' } })).status).toBe(204);
  });

  it.each(['no json', '[]', 'null', '1', '{}', '{"id":"evt_1"}'])(
    'case 31: 400 to %s, although it is signed',
    async (body) => {
      const { send, handled } = await testReceiver();
      expect((await send(body)).status).toBe(400);
      expect(handled).toEqual([]);
    },
  );

  it('case 35: cuts off a client that sends a byte at a time, in its headers and in its body', async () => {
    const { receiver } = await testReceiver({ requestTimeouts: { headers: 100, request: 200 } });
    expect(await raw(receiver.url, 'P')).toMatch(/^HTTP\/1.1 408 /);
    const head = 'POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{';
    expect(await raw(receiver.url, head)).toMatch(/^HTTP\/1.1 (408|400) /);
  });

  it('case 36: 405 to another method, 404 to another path', async () => {
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

  it('and goes on after what is no HTTP at all', async () => {
    const { receiver, send } = await testReceiver();
    expect(await raw(receiver.url, '\x16\x03\x01 hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect((await send(alert())).status).toBe(204);
  });
});
