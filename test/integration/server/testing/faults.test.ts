import { createClient } from 'newswatch';
import { type Fault, startServer } from 'newswatch/server';
import { expect, it } from 'vitest';
import { errorStatus } from '../../../../src/contract/errors.ts';
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
    ...statuses.map((status) => ({ operation, status, times: 1 })),
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
    /unknown operation "news.serach"; choose from .*news\.search/,
  ],
  [{ operation: 'news.search', status: 200 }, /status 200; choose from 400, /],
  [{ operation: 'news.search', status: 418 }, /status 418/],
  [{ operation: 'news.search', status: 500, times: 0 }, /not 0$/],
  [{ operation: 'news.search', status: 500, times: 1.5 }, /not 1\.5$/],
])('%j is rejected before anything is opened', async (fault, message) => {
  const start = startServer({ data: '/nowhere/at/all', faults: [fault] });
  await expect(start).rejects.toMatchObject({ name: 'FaultError', message });
});

it.each([-1, Number.NaN])('a latency of %d ms is rejected', async (latency) => {
  const start = startServer({ data: '/nowhere/at/all', latency });
  await expect(start).rejects.toMatchObject({ name: 'FaultError' });
});
