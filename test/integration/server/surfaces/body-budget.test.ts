import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../../src/node/log.ts';
import { createGuardedServer } from '../../../../src/server/surfaces/guarded-server.ts';
import { BodyBudget } from '../../../../src/server/surfaces/shared/body-budget.ts';
import { ClientAddresses } from '../../../../src/server/surfaces/shared/client-addresses.ts';
import { requestLimits } from '../../../../src/server/surfaces/shared/limits.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { listening } from '../../../helpers/listening.ts';
import { rawConnection, readResponse } from '../../../helpers/raw-request.ts';
import { rejections } from '../../../helpers/rejections.ts';
import { paidKey, sharedServer } from '../../../helpers/server.ts';

const server = sharedServer({ trustedProxies: ['127.0.0.1'] });

/** Sends a request of a client without the last byte of its body. */
async function send(
  client: string,
  path: string,
  type: string,
  body: string,
  ...headers: string[]
): Promise<Socket> {
  const { baseUrl } = server();
  const socket = await rawConnection(server());
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(baseUrl).host}`,
    `Origin: ${baseUrl}`,
    `X-Forwarded-For: ${client}`,
    `Authorization: Bearer ${paidKey}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length + 1}`,
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const search = '/api/v1/news/search';
const large = '{'.padEnd(1_048_000, ' ');

/** Sends large bodies of the clients, one after another, until the first request has its response. */
async function responseBeside(first: Socket, clients: readonly string[]) {
  const response = readResponse(first);
  const others = await Promise.all(clients.map((client) => send(client, search, json, large)));
  const result = await response;
  for (const socket of others) socket.destroy();
  return result;
}

describe('the oldest body that is being received is rejected', () => {
  it.each([
    ['the API', search, json, '"error":"rate_limited"'],
    ['MCP', '/mcp', json, '"error":"rate_limited"'],
    ['OAuth', '/oauth/token', form, '"error":"rate_limited"'],
    ['OAuth registration', '/oauth/register', json, '"error":"rate_limited"'],
    ['a page', '/sign-in', form, 'address'],
  ])('with 429 by %s if those of its address exceed 16 MiB', async (_, path, type, body) => {
    const first = await send('192.0.2.1', path, type, '{');
    const response = await responseBeside(first, Array(17).fill('192.0.2.1'));
    expect(response).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1', connection: 'keep-alive' },
      body: expect.stringContaining(body),
    });
  });

  it('with 503 if those of all addresses exceed 32 MiB', async () => {
    const first = await send('192.0.2.1', search, json, '{');
    const clients = Array.from({ length: 33 }, (_, n) => `198.51.100.${n % 3}`);
    expect(await responseBeside(first, clients)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', connection: 'keep-alive' },
      body: expect.stringContaining('"unavailable"'),
    });
  });

  it('and bodies of other addresses are not', async () => {
    const first = await send('192.0.2.1', search, json, '{"query": "cocoa"', 'Connection: close');
    const evicted = await send('192.0.2.2', search, json, large);
    await responseBeside(evicted, Array(17).fill('192.0.2.2'));
    first.write('}');
    expect(await readResponse(first)).toMatchObject({ status: 200 });
  });
});

/** A server with a small budget that holds each body for the account in the path. */
async function smallServer() {
  const addresses = new ClientAddresses([], silentLog);
  const limits = { ...requestLimits, maxReceivedBytes: 2000 };
  const { metrics, rejected } = rejections();
  const held = { maxHeldBytes: 25, maxHeldBytesPerAccount: 15 };
  const budget = new BodyBudget(addresses, { ...limits, ...held }, metrics);
  const results: string[] = [];
  const responses: ServerResponse[] = [];
  const server = createGuardedServer(
    addresses,
    async (request, response) => {
      responses.push(response);
      if (request.url === '/unread') return;
      const hold = async () => {
        if (request.url === '/late') await new Promise((resolve) => request.once('close', resolve));
        const body = await budget.read(request, 1000);
        budget.hold(response, body.length, request.url ?? '');
      };
      const result = await hold().catch(
        (error: Error & { code?: string }) => error.code ?? 'cut off',
      );
      results.push(result ?? 'held');
    },
    budget,
  );
  const baseUrl = await listening(server);
  const post = async (path: string, body: string) => {
    const socket = await rawConnection({ baseUrl });
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${body}`);
    await once(server, 'request');
    return socket;
  };
  return { post, results, responses, rejected };
}

const tenBytes = 'Content-Length: 10\r\n\r\n0123456789';

describe('received bodies', () => {
  it('are limited for each account and in total until their responses are sent', async () => {
    const { post, results, responses, rejected } = await smallServer();
    for (const path of ['/a', '/a', '/b', '/c']) {
      const count = results.length;
      await post(path, tenBytes);
      await eventually(() => results.length > count);
    }
    expect(results).toEqual(['held', 'rate_limited', 'held', 'unavailable']);
    expect(rejected).toEqual(['bodies', 'bodies']);
    for (const response of responses) response.end();
    await eventually(() => responses.every(({ closed }) => closed));
    await post('/a', tenBytes);
    await eventually(() => results.length > 4);
    expect(results[4]).toBe('held');
  });

  it('that are not read count with the memory of their chunks', async () => {
    const { post, results } = await smallServer();
    await post('/read', 'Content-Length: 2\r\n\r\n0');
    await post('/unread', `Transfer-Encoding: chunked\r\n\r\n${'1\r\n0\r\n'.repeat(10)}`);
    await eventually(() => results.length > 0);
    expect(results).toEqual(['unavailable']);
  });

  it.each(['/reading', '/late'])(
    'that are cut off fail, whether or not they are being read: %s',
    async (path) => {
      const { post, results } = await smallServer();
      const socket = await post(path, 'Content-Length: 10\r\n\r\n01');
      socket.destroy();
      await eventually(() => results.length > 0);
      expect(results).toEqual([path === '/late' ? 'cut off' : 'ECONNRESET']);
    },
  );
});

it.each(['/oauth/token', '/oauth/register'])(
  'the rest of a body that is too large for %s is dropped, and its connection used again',
  async (path) => {
    const socket = await rawConnection(server());
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    const statuses = () => received.match(/(?<=HTTP\/1\.1 )\d+/g)?.join();
    const chunks = `10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(20);
    const host = 'Host: localhost\r\n';
    socket.write(`POST ${path} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n${chunks}`);
    await eventually(() => statuses() === '413');
    socket.write(`${chunks}0\r\n\r\nGET /livez HTTP/1.1\r\n${host}\r\n`);
    await eventually(() => statuses() === '413,200');
    socket.destroy();
  },
);
