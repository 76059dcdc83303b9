import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { Database } from '../../../../src/storage/database.ts';
import { authorizationRequest, registered } from '../../../helpers/assistant.ts';
import { query } from '../../../helpers/postgres-cluster.ts';
import { paidKey, testServer } from '../../../helpers/server.ts';
import { TestBrowser } from '../../../helpers/test-browser.ts';
import { testStoreOptions } from '../../../helpers/test-store.ts';

/** A server with a function that counts the rows of a table. */
async function serverWithCounter(more: ServerOptions = {}) {
  const options = await testStoreOptions(mkdtempSync(join(tmpdir(), 'newswatch-anonymous-')));
  const server = await testServer({ ...options, ...more });
  const count = async (table: string) => {
    const sql = `SELECT count(*) AS n FROM ${table}`;
    if (options.database) return Number((await query<{ n: number }>(options.database, sql))[0]?.n);
    const database = Database.open(join(options.data, 'newswatch.db'));
    const row = database.get<{ n: number }>(sql);
    database.close();
    return Number(row?.n);
  };
  return { server, count };
}

describe('anonymous authorization requests', () => {
  it('store nothing but their number, and are limited for each address', async () => {
    const { server, count } = await serverWithCounter();
    const { url } = await authorizationRequest(await registered(server));
    const before = await count('rate_limits');
    const send = () => fetch(url, { redirect: 'manual' });
    const responses = await Promise.all(Array.from({ length: 100 }, send));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    const rejected = responses.find(({ status }) => status === 429);
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rejected?.headers.get('content-type')).toContain('text/html');
    expect(await count('oauth_artifacts')).toBe(0);
    // At most the count of the address, which servers share.
    expect(await count('rate_limits')).toBeLessThanOrEqual(before + 1);
  });

  it('continue after signing in, with the parameters of the assistant', async () => {
    const { server, count } = await serverWithCounter();
    const { url } = await authorizationRequest(await registered(server), {
      state: 'a+b&c=d%20/é'.repeat(50),
    });
    const browser = new TestBrowser(server);
    await browser.get(url.href);
    expect((await browser.signIn(server)).location).toBe(url.pathname + url.search);
    expect((await browser.get(url.href)).location).toMatch(/^\/oauth\/consent\//);
    expect(await count('oauth_artifacts')).toBe(1);
  });

  it.each([
    ['a long query', { state: 'a'.repeat(2600) }, 'the query is longer than 2560 bytes'],
    ['a long state', { state: 'a'.repeat(1025) }, 'state is longer than 1024 characters'],
    ['a long scope', { scope: 'a'.repeat(1025) }, 'scope is longer than 1024 characters'],
    ['a long unknown parameter', { hint: 'a'.repeat(1025) }, 'hint is longer than'],
  ])('with %s are rejected', async (_, changes, message) => {
    const { server } = await serverWithCounter();
    const { url } = await authorizationRequest(await registered(server), changes);
    const { status, text } = await new TestBrowser(server).get(url.href);
    expect(status).toBe(400);
    expect(text).toContain(message);
  });

  it('with prompt=none fail at once, and store nothing', async () => {
    const { server, count } = await serverWithCounter();
    const { url } = await authorizationRequest(await registered(server), { prompt: 'none' });
    const { location } = await new TestBrowser(server).get(url.href);
    expect(new URL(location).searchParams.get('error')).toBe('login_required');
    expect(await count('oauth_artifacts')).toBe(0);
  });
});

describe('a request to the authorization server', () => {
  const post = async (path: string, type: string, body: string | Blob) => {
    const { baseUrl } = await testServer();
    const init = { method: 'POST', headers: { 'content-type': type }, duplex: 'half' };
    const stream = typeof body === 'string' ? body : body.stream();
    const response = await fetch(baseUrl + path, { ...init, body: stream } as RequestInit);
    return { status: response.status, body: await response.json() };
  };
  const json = 'application/json';

  it.each([
    ['/oauth/register', json, `{"client_name":"${'x'.repeat(9000)}"}`],
    ['/oauth/token', 'application/x-www-form-urlencoded', 'a=1&'.repeat(2500)],
    ['/oauth/revoke', 'application/x-www-form-urlencoded', `token=${'x'.repeat(9000)}`],
  ])(
    '%s has a body of at most 8192 bytes, with or without Content-Length',
    async (path, type, body) => {
      const tooLarge = {
        status: 413,
        body: {
          error: path === '/oauth/register' ? 'invalid_client_metadata' : 'invalid_request',
          error_description: expect.stringContaining('8192 bytes'),
        },
      };
      expect(await post(path, type, body)).toEqual(tooLarge);
      expect(await post(path, type, new Blob([body]))).toEqual(tooLarge);
    },
  );

  it.each([
    ['depth', `{"redirect_uris":${'['.repeat(3000)}${']'.repeat(3000)}}`, '8 levels'],
    ['number of values', `{"redirect_uris":[${'1,'.repeat(200)}1]}`, '200 values'],
  ])('registers no client of excessive %s', async (_, body, message) => {
    expect(await post('/oauth/register', json, body)).toEqual({
      status: 400,
      body: {
        error: 'invalid_client_metadata',
        error_description: expect.stringContaining(message),
      },
    });
  });
});

describe('wrong secrets', () => {
  const get = (server: { baseUrl: string }, key: string) =>
    fetch(`${server.baseUrl}/api/v1/usage`, { headers: { authorization: `Bearer ${key}` } });

  it('get 429 with Retry-After after sixty in a minute, but a valid key is accepted', async () => {
    const server = await testServer();
    const wrong = Array.from({ length: 100 }, (_, n) => get(server, `nw_wrong_${n}`));
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const rejected = await get(server, 'nw_wrong');
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejected.json()).toMatchObject({ error: 'rate_limited' });
    expect((await get(server, paidKey)).status).toBe(200);
  });

  it('count for the client of a trusted proxy, and not for the proxy', async () => {
    const from = (server: { baseUrl: string }, client: string) =>
      fetch(`${server.baseUrl}/mcp/nw_wrong`, {
        method: 'POST',
        headers: { 'x-forwarded-for': `203.0.113.1, ${client}` },
      });
    const statuses = async (trustedProxies: string[]) => {
      const server = await testServer({ trustedProxies });
      for (let n = 0; n < 60; n += 1) await from(server, '192.0.2.1');
      const clients = ['192.0.2.1', '192.0.2.2'];
      return Promise.all(clients.map(async (client) => (await from(server, client)).status));
    };
    expect(await statuses(['127.0.0.0/8'])).toEqual([429, 401]);
    expect(await statuses([])).toEqual([429, 429]);
  });

  it('are counted on every surface', async () => {
    const server = await testServer();
    const browser = new TestBrowser(server);
    const attempts = [
      () => get(server, 'nw_wrong'),
      () => fetch(`${server.baseUrl}/mcp/nw_wrong`, { method: 'POST' }),
      () => browser.post('/sign-in', { link: 'wrong' }),
      () =>
        fetch(`${server.baseUrl}/settings/agents`, {
          headers: { cookie: 'newswatch_session=wrong' },
          redirect: 'manual',
        }),
      () =>
        fetch(`${server.baseUrl}/mcp`, {
          method: 'POST',
          headers: { authorization: 'Bearer wrong' },
        }),
      () =>
        fetch(`${server.baseUrl}/oauth/authorize`, {
          headers: { cookie: 'newswatch_session=wrong' },
          redirect: 'manual',
        }),
    ];
    for (let n = 0; n < 60; n += 1) expect((await attempts[n % 6]?.())?.status).not.toBe(429);
    for (const attempt of attempts) expect((await attempt()).status).toBe(429);
    expect((await browser.signIn(server)).status).toBe(303);
    expect((await browser.get('/settings/agents')).status).toBe(200);
  });
});

it('a registered client is stored with the address that sent it', async () => {
  const { server, count } = await serverWithCounter({ trustedProxies: ['127.0.0.1'] });
  for (const address of ['192.0.2.7', '192.0.2.8']) {
    const { status } = await fetch(`${server.baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ redirect_uris: ['http://127.0.0.1/callback'] }),
    });
    expect(status).toBe(201);
    expect(await count(`oauth_clients WHERE address = '${address}'`)).toBe(1);
  }
});
