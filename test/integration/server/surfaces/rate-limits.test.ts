import { createClient } from 'newswatch';
import { type RunningServer, startServer } from 'newswatch/server';
import { describe, expect, it, vi } from 'vitest';
import type { Log } from '../../../../src/node/log.ts';
import { securityHeaders } from '../../../../src/server/surfaces/shared/security-headers.ts';
import { closing } from '../../../helpers/closing.ts';
import { pollUntil } from '../../../helpers/eventually.ts';
import { postRpc, toolCall } from '../../../helpers/json-rpc.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../helpers/postgres.ts';
import { query } from '../../../helpers/postgres-cluster.ts';
import { paidKey, testServer, unpaidKey } from '../../../helpers/server.ts';

const callUsage = ({ baseUrl }: { baseUrl: string }, key: string = paidKey) =>
  fetch(`${baseUrl}/api/v1/usage`, { headers: { authorization: `Bearer ${key}` } });

const headersOf = ({ headers }: Pick<Response, 'headers'>) => ({
  policy: headers.get('ratelimit-policy'),
  left: headers.get('ratelimit'),
});

describe('the rate limits of a server', () => {
  it('are told with each response', async () => {
    const server = await testServer({ rateLimits: {} });
    expect(headersOf(await callUsage(server))).toEqual({
      policy: '"address";q=3000;w=10, "key";q=1000;w=10',
      left: '"address";r=2999;t=10, "key";r=999;t=10',
    });
    expect(headersOf(await fetch(`${server.baseUrl}/sign-in`))).toMatchObject({
      policy: '"address";q=3000;w=10',
    });
    expect(headersOf(await fetch(`${server.baseUrl}/livez`))).toEqual({ policy: null, left: null });
  });

  it('reject a key beyond its own, over HTTP and MCP, and no other key', async () => {
    const server = await testServer({ rateLimits: { key: '2/1m', address: 'off' } });
    await callUsage(server);
    expect((await postRpc(`${server.baseUrl}/mcp/${paidKey}`, toolCall('usage'))).status).toBe(200);
    for (const rejected of [
      await callUsage(server),
      await postRpc(`${server.baseUrl}/mcp/${paidKey}`, toolCall('usage')),
    ]) {
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(50);
      expect(headersOf(rejected)).toMatchObject({
        policy: '"key";q=2;w=60',
        left: expect.stringMatching(/^"key";r=0;t=\d\d$/),
      });
      const body =
        'body' in rejected && rejected instanceof Response ? await rejected.json() : rejected.body;
      expect(body).toEqual({
        error: 'rate_limited',
        message: expect.stringMatching(
          /^too many requests with this key, 2 in 60 s are allowed; try again in \d+ s$/,
        ),
      });
    }
    expect((await callUsage(server, unpaidKey)).status).toBe(200);
  });

  it('reject an address beyond its own on every surface, but not probes', async () => {
    const server = await testServer({ rateLimits: { address: '3/1m' } });
    const get = (path: string) => fetch(server.baseUrl + path, { redirect: 'manual' });
    const paths = ['/openapi.json', '/sign-in', '/oauth/authorize', '/sign-in', '/oauth/authorize'];
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await get(path)).status);
    expect(statuses).toEqual([404, 200, 303, 429, 429]);
    expect((await get('/readyz')).status).toBe(200);
    expect(headersOf(await get('/oauth/authorize'))).toMatchObject({
      left: expect.stringMatching(/^"address";r=0;/),
    });
  });

  it('reject requests of OAuth in its format, with an id, security headers and a line in the log', async () => {
    const log = vi.fn<Log>();
    const server = await testServer({ rateLimits: { address: '1/1m' }, log });
    const send = (path: string, method: string) => fetch(server.baseUrl + path, { method });
    await send('/oauth/token', 'POST');
    const rejected = await send('/oauth/token', 'POST');
    expect(rejected.status).toBe(429);
    expect(Object.fromEntries(rejected.headers)).toMatchObject(securityHeaders);
    expect(await rejected.json()).toEqual({
      error: 'rate_limited',
      error_description: expect.stringContaining('too many requests from this address'),
    });
    const page = await send('/oauth/authorize', 'GET');
    expect(page.headers.get('content-type')).toContain('text/html');
    for (const [response, method, path] of [
      [rejected, 'POST', '/oauth/token'],
      [page, 'GET', '/oauth/authorize'],
    ] as const) {
      const request_id = response.headers.get('x-request-id');
      expect(request_id).toBeTruthy();
      const line = expect.objectContaining({ request_id, method, path, status: 429 });
      expect(log).toHaveBeenCalledWith('info', 'request', line);
    }
  });

  it('of OAuth are told with its responses, also with those that they reject', async () => {
    const server = await testServer({ rateLimits: { address: 'off' } });
    const post = (path: string) =>
      fetch(`${server.baseUrl}/oauth/${path}`, { method: 'POST', body: new URLSearchParams() });
    for (const [path, maximum, seconds] of [
      ['token', 120, 60],
      ['register', 20, 600],
    ] as const) {
      const policy = `"oauth";q=${maximum};w=${seconds}`;
      const left = expect.stringMatching(`^"oauth";r=${maximum - 1};t=\\d+$`);
      expect(headersOf(await post(path))).toEqual({ policy, left });
      for (let count = 1; count < maximum; count += 1) await post(path);
      const rejected = await post(path);
      expect(rejected.status).toBe(429);
      expect(headersOf(rejected)).toEqual({ policy, left: expect.stringMatching(/^"oauth";r=0;/) });
    }
  });

  it('tell the clients of a trusted proxy apart, whatever these write into X-Forwarded-For', async () => {
    const server = await testServer({
      rateLimits: { address: '2/1m' },
      trustedProxies: ['127.0.0.1'],
    });
    const statusOf = async (forwarded: string) =>
      (await fetch(`${server.baseUrl}/sign-in`, { headers: { 'x-forwarded-for': forwarded } }))
        .status;
    const forged = [
      '',
      'unknown, ',
      '192.0.2.2, ',
      '127.0.0.1, ',
      `${'198.51.100.1, '.repeat(1000)}`,
    ];
    const statuses: number[] = [];
    for (const start of forged) statuses.push(await statusOf(`${start}192.0.2.1`));
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    expect(await statusOf('192.0.2.2')).toBe(200);
    // What is no address counts for the proxy.
    expect([await statusOf('a'), await statusOf('b'), await statusOf('c')]).toEqual([
      200, 200, 429,
    ]);
  });

  it('make a client wait as long as they say', async () => {
    const server = await testServer({ rateLimits: { key: '1/2s' } });
    const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey, retries: 1 }));
    await client.usage();
    await client.usage();
    await expect(
      closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey, retries: 0 })).usage(),
    ).rejects.toMatchObject({ status: 429 });
  });

  it.each([{ key: '0/1m' }, { key: '5/2d' }, { key: 600 }, { keys: '5/1m' }, ['5/1m']])(
    'cannot be %j',
    async (rateLimits) => {
      // @ts-expect-error: the types forbid most of these.
      await expect(startServer({ rateLimits })).rejects.toThrow(/startServer.*rateLimits/);
    },
  );
});

describe.skipIf(!postgres)(`servers of one database ${onPostgres}`, () => {
  it('share the limits of keys, and of wrong keys of an address', async () => {
    const { address: database, release } = await acquireStoreDatabase();
    const accounts = [
      { id: 'one', keys: [paidKey] },
      { id: 'two', keys: [unpaidKey] },
    ];
    const fixture = { accounts };
    const options = { database, databaseConnections: 2, rateLimits: { key: '6/1m' } };
    const one = closing(await startServer({ ...options, fixture }));
    const other = closing(await startServer(options));
    for (let n = 0; n < 6; n += 1) expect((await callUsage(one)).status).toBe(200);
    for (let n = 0; n < 60; n += 1) await callUsage(one, `nw_wrong_${n}`);
    const isRejected = async (key: string) => (await callUsage(other, key)).status === 429;
    await pollUntil(() => isRejected(paidKey), 10_000);
    await pollUntil(() => isRejected('nw_wrong'), 10_000);
    expect((await callUsage(other, unpaidKey)).status).toBe(200);
    release();
  });

  it('count the first twentieth of a limit alone', async () => {
    const { address: database, release } = await acquireStoreDatabase();
    const options = { database, databaseConnections: 2 };
    const one = closing(await startServer(options));
    const other = closing(await startServer(options));
    const wrongKey = async (server: RunningServer, n: number) =>
      (await callUsage(server, `nw_wrong_${n}`)).status;
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) statuses.push(await wrongKey(one, n));
    expect(statuses).toEqual([...Array(60).fill(401), 429]);
    const isStored = () => query(database, 'SELECT 1 FROM rate_limits WHERE points >= 60');
    await pollUntil(async () => (await isStored()).length === 1, 10_000);
    // The third one of 60 makes the server ask for the count of the others.
    for (let n = 100; n < 103; n += 1) expect(await wrongKey(other, n)).toBe(401);
    await pollUntil(async () => (await wrongKey(other, 200)) === 429, 3000);
    release();
  });
});
