import { createClient } from 'newswatch';
import { type Fault, startServer } from 'newswatch/server';
import { expect, it } from 'vitest';
import { errorStatus } from '../../../../src/contract/errors.ts';
import { closing, paidKey, testServer } from '../../../helpers/server.ts';
import { clientOf } from '../../../helpers/watch.ts';

async function statusesOf(server: { base_url: string }, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < times; call += 1) {
    const { status } = await fetch(`${server.base_url}/api/v1/alerts`, {
      headers: { authorization: `Bearer ${paidKey}` },
    });
    statuses.push(status);
  }
  return statuses;
}

it('a fault is answered as often as told, one after the other, and then the operation again', async () => {
  const operation = 'alerts.list';
  const server = await testServer({
    faults: [
      { operation, status: 429, times: 2 },
      { operation, status: 503, times: 1 },
    ],
  });
  expect(await statusesOf(server, 5)).toEqual([429, 429, 503, 200, 200]);
});

it('a fault without a number stays, and other operations work', async () => {
  const server = await testServer({ faults: [{ operation: 'alerts.list', status: 500 }] });
  expect(await statusesOf(server, 3)).toEqual([500, 500, 500]);
  const { items } = await clientOf(server).news.latest({ limit: 1 });
  expect(items).toHaveLength(1);
});

it.each([...new Set(Object.values(errorStatus))])(
  '%i is answered as its own error',
  async (status) => {
    const server = await testServer({ faults: [{ operation: 'account.overview', status }] });
    const client = closing(createClient({ baseUrl: server.base_url, apiKey: paidKey }));
    const answer = client.account.overview();
    await expect(answer).rejects.toMatchObject({
      status,
      body: { error: expect.any(String), message: expect.any(String) },
    });
  },
);

it('plan_required as a fault has exactly its three fields', async () => {
  const server = await testServer({ faults: [{ operation: 'news.latest', status: 402 }] });
  await expect(clientOf(server).news.latest()).rejects.toMatchObject({
    body: {
      error: 'plan_required',
      message: expect.any(String),
      url: `${server.base_url}/pricing`,
    },
  });
});

it('tells when to come back', async () => {
  const server = await testServer({ faults: [{ operation: 'alerts.list', status: 429 }] });
  const { headers } = await fetch(`${server.base_url}/api/v1/alerts`, {
    headers: { authorization: `Bearer ${paidKey}` },
  });
  expect(headers.get('retry-after')).toBe('1');
});

it('a slow operation does its work after the time', async () => {
  const slow = await testServer({ latency: 30 });
  const before = performance.now();
  await clientOf(slow).alerts.list();
  expect(performance.now() - before).toBeGreaterThanOrEqual(29);
});

it.each<[Fault, RegExp]>([
  [
    { operation: 'news.serach', status: 500 },
    /no operation "news.serach"; there are .*news\.search/,
  ],
  [{ operation: 'news.search', status: 200 }, /status 200; choose of 400, /],
  [{ operation: 'news.search', status: 418 }, /status 418/],
  [{ operation: 'news.search', status: 500, times: 0 }, /not 0 times/],
])('%j is refused before anything is opened', async (fault, message) => {
  const start = startServer({ data: '/nowhere/at/all', faults: [fault] });
  await expect(start).rejects.toMatchObject({ name: 'FaultError', message });
});
