import { ManualClock } from 'newswatch/server';
import { expect, it } from 'vitest';
import { paidKey, testServer } from '../../../helpers/server.ts';
import { clientOf, startOfTime } from '../../../helpers/watch.ts';

const hour = 3_600_000;
const at = (hours: number) => new Date(startOfTime - hours * hour).toISOString();

/** A server with five items about copper: 0 to 4 hours old, and one without a date. */
async function copperNews() {
  const server = await testServer({ clock: new ManualClock(startOfTime), sample: false });
  const ages = [0, 1, 2, 3, 4];
  await server.addNews([
    ...ages.map((age) => ({ id: `${age}`, title: 'Copper mine', publication_date: at(age) })),
    { id: 'undated', title: 'Copper mine without a date' },
  ]);
  const client = clientOf(server);
  await client.monitors.create({ prompt: 'copper mine', on_demand: true });
  const lists = [
    (range: object) => client.news.latest(range),
    (range: object) => client.news.mine(range),
    (range: object) => client.news.search({ query: 'copper', ...range }),
  ];
  return async (range: object) => {
    const found = await Promise.all(lists.map(async (list) => (await list(range)).items));
    return found.map((items) =>
      items
        .map(({ id }) => id)
        .sort()
        .join(' '),
    );
  };
}

const allLists = (ids: string) => [ids, ids, ids];

it('bound all lists of news, both included; undated news counts from its arrival', async () => {
  const list = await copperNews();
  expect(await list({})).toEqual(allLists('0 1 2 3 4 undated'));
  expect(await list({ since: at(1) })).toEqual(allLists('0 1 undated'));
  expect(await list({ until: at(3) })).toEqual(allLists('3 4'));
  expect(await list({ since: at(3), until: at(1) })).toEqual(allLists('1 2 3'));
  expect(await list({ since: at(2), until: at(2) })).toEqual(allLists('2'));
  expect(await list({ since: at(-1) })).toEqual(allLists(''));
});

it('are an error if they are reversed, on the server and before a client sends them', async () => {
  const server = await testServer();
  const headers = { authorization: `Bearer ${paidKey}` };
  for (const path of ['news/latest', 'news/mine', 'alerts']) {
    const range = `since=${at(1)}&until=${at(2)}`;
    const response = await fetch(`${server.baseUrl}/api/v1/${path}?${range}`, { headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: 'invalid_request',
      issues: [{ field: 'since', message: 'must not be after until' }],
    });
  }
  const client = clientOf(server);
  await expect(client.alerts.list({ since: at(1), until: at(2) })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'alerts.list: since must not be after until',
  });
});
