import { createClient } from 'newswatch';
import { type Fault, startServer } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { errorStatus } from '../../../../src/contract/error-status.ts';
import { closing } from '../../../helpers/closing.ts';
import { paidKey, testServer } from '../../../helpers/server.ts';

const statuses = [...new Set(Object.values(errorStatus))];

/** A server with faults, and a client that shows each of them. */
async function faultyServer(...faults: Fault[]) {
  const server = await testServer({ faults });
  const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey, retries: 0 }));
  return { server, client };
}

it('calls get the faults of their operation in order and up to `times`, and then the response', async () => {
  const operation = 'alerts.list';
  const { server } = await faultyServer(
    { operation, status: 429, times: 2 },
    { operation, status: 503, times: 1 },
  );
  const responses = [];
  for (let call = 0; call < 5; call += 1) {
    const { status, headers } = await fetch(`${server.baseUrl}/api/v1/alerts`, {
      headers: { authorization: `Bearer ${paidKey}` },
    });
    responses.push([status, headers.get('retry-after')]);
  }
  expect(responses).toEqual([
    [429, '1'],
    [429, '1'],
    [503, '5'],
    [200, null],
    [200, null],
  ]);
});

it('a fault without a number of times stays, and other operations work', async () => {
  const { client } = await faultyServer({ operation: 'alerts.list', status: 500 });
  for (let call = 0; call < 3; call += 1) {
    await expect(client.alerts.list()).rejects.toMatchObject({ status: 500 });
  }
  expect((await client.news.latest({ limit: 1 })).items).toHaveLength(1);
});

it('each status code of an API error can be a fault', async () => {
  const operation = 'account.overview';
  const { client } = await faultyServer(
    ...statuses.map((status): Fault => ({ operation, status, times: 1 })),
  );
  for (const status of statuses) {
    await expect(client.account.overview()).rejects.toMatchObject({
      status,
      body: { error: expect.any(String), message: expect.any(String) },
    });
  }
  await expect(client.account.overview()).resolves.toMatchObject({ account: { id: 'paid' } });
});

it('a plan_required fault has exactly the three fields of docs/service.md §9', async () => {
  const { server, client } = await faultyServer({ operation: 'news.latest', status: 402 });
  const error: unknown = await client.news.latest().catch((caught: unknown) => caught);
  expect(error).toHaveProperty('body', {
    error: 'plan_required',
    message: expect.any(String),
    url: `${server.baseUrl}/pricing`,
  });
});

it('latency delays each call', async () => {
  const server = await testServer({ latency: 30 });
  const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey }));
  const before = performance.now();
  await client.alerts.list();
  expect(performance.now() - before).toBeGreaterThanOrEqual(29);
});

it.each<[Fault, RegExp]>([
  [
    { operation: 'news.serach', status: 500 },
    /unknown operation "news.serach"; did you mean news\.search\?/,
  ],
  [{ operation: 'news.search', status: 200 }, /status 200; choose from 400, /],
  [{ operation: 'news.search', status: 418 }, /status 418/],
  [{ operation: 'news.search', status: 500, times: 0 }, /not 0$/],
  [{ operation: 'nothing', status: 500 }, /choose from .*news\.search.* or \*/],
  [{ operation: 'news.search' }, /needs a status, a response or a delay/],
  [{ operation: 'news.search', status: 502 }, /choose from .*, or add response: 'html'/],
  [JSON.parse('{"operation":"usage","response":"hangs"}'), /did you mean hang\?/],
  [
    JSON.parse('{"operation":"usage","status":500,"time":1}'),
    /field .* "time"; did you mean times\?/,
  ],
  [{ operation: 'usage', delay: -1 }, /delay must be a whole number from 0/],
  [{ operation: 'usage', response: 'html', retryAfter: 3 }, /retryAfter needs a status/],
  [{ operation: 'news.search', status: 500, times: 1.5 }, /not 1\.5$/],
])('%j is rejected before anything is opened', async (fault, message) => {
  const start = startServer({ data: '/nowhere/at/all', faults: [fault] });
  await expect(start).rejects.toMatchObject({ name: 'FaultError', message });
});

it.each([-1, Number.NaN])('a latency of %d ms is rejected', async (latency) => {
  const start = startServer({ data: '/nowhere/at/all', latency });
  await expect(start).rejects.toMatchObject({ name: 'FaultError' });
});

describe('a damaged response', () => {
  const usage = (origin: string, signal?: AbortSignal) =>
    fetch(`${origin}/api/v1/usage`, {
      headers: { authorization: `Bearer ${paidKey}` },
      ...(signal && { signal }),
    });

  it('reset cuts the connection before the response', async () => {
    const { server } = await faultyServer({ operation: 'usage', response: 'reset' });
    await expect(usage(server.baseUrl)).rejects.toThrow('fetch failed');
  });

  it('cut ends the connection midway through the body', async () => {
    const { server, client } = await faultyServer({ operation: 'usage', response: 'cut' });
    const response = await usage(server.baseUrl);
    const length = Number(response.headers.get('content-length'));
    let received = 0;
    const reading = async () => {
      for await (const chunk of response.body ?? []) received += chunk.length;
    };
    await expect(reading()).rejects.toThrow();
    expect(response.status).toBe(200);
    expect(received).toBe(Math.floor(length / 2));
    await expect(client.usage()).rejects.toMatchObject({ name: 'NetworkError' });
  });

  it('hang sends nothing until the client gives up', async () => {
    const { server, client } = await faultyServer({ operation: 'usage', response: 'hang' });
    await expect(usage(server.baseUrl, AbortSignal.timeout(100))).rejects.toThrow(/timeout/);
    expect((await client.news.latest({ limit: 1 })).items).toHaveLength(1);
    const before = performance.now();
    const hanging = usage(server.baseUrl).catch((error: unknown) => error);
    while (server.requests.list({ operation: 'usage' }).length < 2) await client.account.overview();
    await server.close();
    expect(await hanging).toBeInstanceOf(Error);
    expect(performance.now() - before).toBeLessThan(30_000);
  });

  it.each([['truncated'], ['bad-json']] as const)('%s is complete, but no JSON', async (kind) => {
    const { server, client } = await faultyServer({ operation: 'usage', response: kind });
    const response = await usage(server.baseUrl);
    expect(response.headers.get('content-type')).toBe('application/json');
    await expect(response.json()).rejects.toThrow(SyntaxError);
    await expect(client.usage()).rejects.toMatchObject({ name: 'InvalidResponseError' });
  });

  it('html is a page, with the status of the fault or of the response', async () => {
    const { server, client } = await faultyServer(
      { operation: 'usage', response: 'html', status: 502, times: 1 },
      { operation: 'usage', response: 'html' },
    );
    for (const status of [502, 200]) {
      const response = await usage(server.baseUrl);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toMatch(/^<!doctype html>/);
    }
    await expect(client.usage()).rejects.toMatchObject({ name: 'InvalidResponseError' });
  });

  it('wrong-type has the right body', async () => {
    const { server } = await faultyServer({ operation: 'usage', response: 'wrong-type' });
    const response = await usage(server.baseUrl);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.json()).toHaveProperty('requests');
  });

  it('an operation without a status runs once, and one with a status does not run', async () => {
    const { client } = await faultyServer(
      { operation: 'monitors.create', response: 'reset', times: 1 },
      { operation: 'monitors.create', response: 'reset', status: 503, times: 1 },
    );
    for (const prompt of ['otters', 'rates']) {
      await expect(client.monitors.create({ prompt })).rejects.toThrow();
    }
    const { monitors } = await client.monitors.list();
    expect(monitors.map(({ prompt }) => prompt)).toEqual(['otters']);
  });

  it('tools of MCP have it too', async () => {
    const { server } = await faultyServer({ operation: 'usage', response: 'reset' });
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'usage', arguments: {} },
    };
    const call = fetch(`${server.baseUrl}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${paidKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    await expect(call).rejects.toThrow('fetch failed');
  });
});

it('retryAfter sets the header of the error', async () => {
  const { client } = await faultyServer(
    { operation: 'usage', status: 429, retryAfter: 30, times: 1 },
    { operation: 'usage', status: 500, retryAfter: 0 },
  );
  await expect(client.usage()).rejects.toMatchObject({ status: 429, retryAfter: 30 });
  await expect(client.usage()).rejects.toMatchObject({ status: 500, retryAfter: 0 });
});

it('delay alone delays the operation', async () => {
  const { client } = await faultyServer({ operation: 'usage', delay: 30 });
  const before = performance.now();
  await client.usage();
  expect(performance.now() - before).toBeGreaterThanOrEqual(29);
});

it('faults are added to a running server, listed and removed', async () => {
  const { server, client } = await faultyServer();
  server.faults.add({ operation: '*', status: 503, times: 3 }, { operation: 'usage', status: 500 });
  await expect(client.usage()).rejects.toMatchObject({ status: 503 });
  await expect(client.account.overview()).rejects.toMatchObject({ status: 503 });
  expect(server.faults.list()).toEqual([
    { operation: '*', status: 503, times: 1 },
    { operation: 'usage', status: 500 },
  ]);
  server.faults.clear('*');
  await expect(client.usage()).rejects.toMatchObject({ status: 500 });
  server.faults.clear();
  await expect(client.usage()).resolves.toHaveProperty('requests');
  const invalid: Fault = { operation: 'usage', status: 418 };
  expect(() => server.faults.add({ operation: 'usage', status: 500 }, invalid)).toThrow(/418/);
  expect(server.faults.list()).toEqual([]);
});
