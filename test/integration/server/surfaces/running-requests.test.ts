import { describe, expect, it } from 'vitest';
import { paidKey, testServer } from '../../../helpers/server.ts';

/** Requests of a server whose calls do not end before the test does. */
async function busyServer() {
  const { base_url } = await testServer({ latency: 600_000, trustedProxies: ['127.0.0.1'] });
  const aborting = new AbortController();
  const request = (path: string, client: string, init: RequestInit = {}) =>
    fetch(base_url + path, {
      signal: aborting.signal,
      redirect: 'manual',
      ...init,
      headers: {
        authorization: `Bearer ${paidKey}`,
        'content-type': 'application/json',
        'x-forwarded-for': client,
        origin: base_url,
      },
    });
  /** Calls of the clients in turn; resolves with the first response. */
  const firstOf = (count: number, clients: number) =>
    Promise.race(
      Array.from({ length: count }, (_, n) => request('/api/v1/usage', `192.0.2.${n % clients}`)),
    );
  return { request, firstOf, end: () => aborting.abort() };
}

describe('beyond the requests of an address that run or wait', () => {
  it('others get 429 on every surface, except those of other addresses and of probes', async () => {
    const { request, firstOf, end } = await busyServer();
    const first = await firstOf(32 + 256 + 1, 1);
    expect(first.status).toBe(429);
    expect(first.headers.get('retry-after')).toBe('1');
    expect(await first.json()).toMatchObject({
      error: 'rate_limited',
      message: expect.stringContaining('at the same time from this address'),
    });
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
    const { request, firstOf, end } = await busyServer();
    const first = await firstOf(16 + 256 + 1, 10);
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
});
