import { describe, expect, it } from 'vitest';
import { paidKey, testServer } from '../../../helpers/server.ts';
import { TestBrowser } from '../../../helpers/test-browser.ts';

/** Requests of a server whose calls do not end before the test does. */
async function busyServer() {
  const server = await testServer({ latency: 600_000, trustedProxies: ['127.0.0.1'] });
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const aborting = new AbortController();
  const request = (path: string, client: string, init: RequestInit = {}) =>
    fetch(server.baseUrl + path, {
      signal: aborting.signal,
      redirect: 'manual',
      ...init,
      headers: {
        authorization: `Bearer ${paidKey}`,
        'content-type': 'application/json',
        'x-forwarded-for': client,
        origin: server.baseUrl,
        ...init.headers,
      },
    });
  const callFrom = (client: string) => request('/api/v1/usage', client);
  /** Of a user who is signed in. */
  const openPageFrom = (client: string) =>
    request('/settings/delivery', client, { headers: { cookie } });
  return { request, callFrom, openPageFrom, end: () => aborting.abort() };
}

function repeated<Result>(count: number, action: (index: number) => Result): Result[] {
  return Array.from({ length: count }, (_, index) => action(index));
}

describe('beyond the requests of an address that run or wait', () => {
  it('others get 429 on every surface, except those of other addresses and of probes', async () => {
    const { request, openPageFrom, end } = await busyServer();
    const first = await Promise.race(repeated(32 + 256 + 1, () => openPageFrom('192.0.2.0')));
    expect(first.status).toBe(429);
    expect(first.headers.get('retry-after')).toBe('1');
    expect(await first.text()).toContain('from this address at the same time');
    const statusesFrom = (client: string) =>
      Promise.all(
        [
          request('/api/v1/openapi.json', client),
          request('/sign-in', client),
          request('/oauth/authorize?client_id=x', client),
          request('/mcp', client, { method: 'POST', body: '{' }),
          ...['/livez', '/readyz', '/healthz'].map((path) => request(path, client)),
        ].map(async (response) => (await response).status),
      );
    expect(await statusesFrom('192.0.2.0')).toEqual([429, 429, 429, 429, 200, 200, 200]);
    expect(await statusesFrom('192.0.2.1')).toEqual([200, 200, 303, 400, 200, 200, 200]);
    end();
  });
});

describe('beyond the calls of an account that run or wait', () => {
  it('others get 429 from every address and on every surface', async () => {
    const { request, callFrom, end } = await busyServer();
    const calls = repeated(16 + 256 + 1, (index) => callFrom(`192.0.2.${index % 10}`));
    const first = await Promise.race(calls);
    expect(first.status).toBe(429);
    expect(await first.json()).toMatchObject({
      error: 'rate_limited',
      message: expect.stringContaining('of this account'),
    });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'usage' } };
    const body = JSON.stringify({ ...call, params: { name: 'usage', arguments: {} } });
    const response = await request('/mcp', '198.51.100.1', { method: 'POST', body });
    expect(await response.text()).toContain('of this account');
    end();
  });

  it('waiting ones keep no others of their address waiting', async () => {
    const { request, callFrom, end } = await busyServer();
    const calls = repeated(16 + 256, () => callFrom('192.0.2.0'));
    expect((await request('/sign-in', '192.0.2.0')).status).toBe(200);
    end();
    await Promise.allSettled(calls);
  });
});
