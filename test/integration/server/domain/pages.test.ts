import type { Client } from 'newswatch';
import { ManualClock } from 'newswatch/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { operationList } from '../../../../src/contract/operations.ts';
import { isPaged } from '../../../../src/contract/pages.ts';
import { addSample } from '../../../helpers/fresh-news.ts';
import { postRpc, toolCall } from '../../../helpers/json-rpc.ts';
import { paidKey, sharedServer, testServer } from '../../../helpers/server.ts';
import { clientOf, connect, startOfTime, startWatch } from '../../../helpers/watch.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

const otherKey = 'nw_other_0123456789';
const fixture = {
  accounts: [
    { id: 'one', plan: 'active' as const, keys: [paidKey] },
    { id: 'two', plan: 'active' as const, keys: [otherKey] },
  ],
};
const briefings = [1, 2, 3, 4, 5].map((number) => ({
  ...{ id: `brief_${number}`, account: 'one', title: 'Today', summary: 'Quiet.' },
  created_at: `-${number}h`,
}));
const clock = new ManualClock(startOfTime);
const server = sharedServer({
  clock,
  fixture: { ...fixture, briefings },
  allowPrivateWebhooks: true,
});
const since = new Date(startOfTime).toISOString();

const day = 24 * 3_600_000;
const lastDays = {
  since: new Date(startOfTime - 20 * day).toISOString(),
  until: new Date(startOfTime - day).toISOString(),
};

interface PageInput {
  limit?: number;
  cursor?: string;
}

interface PageOutput {
  has_more?: boolean | undefined;
  next_cursor?: string | null | undefined;
}

interface PagedList {
  name: string;
  page(client: Client, input: PageInput): Promise<PageOutput & { items: unknown[] }>;
}

let monitorId = '';

const lists: PagedList[] = [
  {
    name: 'alerts.list',
    page: async (client, input) => {
      const { alerts: items, ...page } = await client.alerts.list(input);
      return { items, ...page };
    },
  },
  {
    name: 'alerts.list with since',
    page: async (client, input) => {
      const { alerts: items, ...page } = await client.alerts.list({ ...input, since });
      return { items, ...page };
    },
  },
  {
    name: 'monitors.runs',
    page: async (client, input) => {
      const { runs: items, ...page } = await client.monitors.runs({ ...input, id: monitorId });
      return { items, ...page };
    },
  },
  {
    name: 'delivery.get',
    page: async (client, input) => {
      const { webhook_deliveries: items, ...page } = await client.delivery.get(input);
      return { items, ...page };
    },
  },
  {
    name: 'briefings.list',
    page: async (client, input) => {
      const { briefings: items, ...page } = await client.briefings.list(input);
      return { items, ...page };
    },
  },
  {
    name: 'news.latest with times',
    page: (client, input) => client.news.latest({ ...input, ...lastDays }),
  },
  {
    name: 'news.mine with times',
    page: (client, input) => client.news.mine({ ...input, ...lastDays }),
  },
  {
    name: 'news.search with times',
    page: (client, input) => client.news.search({ ...input, ...lastDays, query: 'chip exports' }),
  },
  { name: 'news.latest', page: (client, input) => client.news.latest(input) },
  { name: 'news.mine', page: (client, input) => client.news.mine(input) },
  {
    name: 'news.search',
    page: (client, input) => client.news.search({ ...input, query: 'chip exports' }),
  },
];

/** All items, in pages of these sizes in turn. */
async function allPages({ page }: PagedList, ...limits: number[]): Promise<unknown[]> {
  const items: unknown[] = [];
  let cursor: string | undefined;
  for (let number = 0; ; number += 1) {
    const limit = limits[number % limits.length] ?? 1;
    const found = await page(clientOf(server()), { limit, ...(cursor ? { cursor } : {}) });
    expect(found.items.length).toBeLessThanOrEqual(limit);
    expect(found.has_more).toBe(typeof found.next_cursor === 'string');
    items.push(...found.items);
    if (!found.next_cursor) return items;
    expect(found.items).toHaveLength(limit);
    cursor = found.next_cursor;
  }
}

beforeAll(async () => {
  const client = clientOf(server());
  const receiver = await webhookReceiver();
  await connect(client, receiver.url);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { id } = await client.monitors.create({ prompt: 'chip exports' });
    ids.push(id);
    monitorId = id;
  }
  await addSample(server(), { edition: 'again' });
  for (const id of ids) await client.monitors.run({ id });
  for (let count = 0; count < 4; count += 1) await client.monitors.run({ id: monitorId });
});

describe.each(lists)('$name', (list) => {
  it('is divided into pages without loss or repetition', async () => {
    const whole = await allPages(list, 100);
    expect(whole.length).toBeGreaterThanOrEqual(4);
    expect(new Set(whole.map((item) => JSON.stringify(item))).size).toBe(whole.length);
    for (const limits of [[1], [3, 2]]) expect(await allPages(list, ...limits)).toEqual(whole);
  });

  it('refuses the cursor of another list, of another account and a damaged one', async () => {
    const client = clientOf(server());
    const { next_cursor } = await list.page(client, { limit: 1 });
    const cursor = next_cursor ?? '';
    const problem = (message: string) => ({
      code: 'invalid_request',
      message: expect.stringContaining(message),
      body: { issues: [{ field: 'cursor' }] },
    });
    const otherList = lists.find(({ name }) => name !== list.name);
    await expect(otherList?.page(client, { cursor })).rejects.toMatchObject(
      problem('another list'),
    );
    await expect(list.page(client, { cursor: `${cursor}A` })).rejects.toMatchObject(
      problem('is damaged'),
    );
    const other = clientOf(server(), otherKey);
    if (list.name === 'monitors.runs') {
      await expect(list.page(other, { cursor })).rejects.toMatchObject({ code: 'not_found' });
    } else {
      await expect(list.page(other, { cursor })).rejects.toMatchObject(problem('another account'));
    }
  });
});

it('every paged operation is tested here', () => {
  const tested = new Set(lists.map(({ name }) => name.split(' ')[0]));
  const paged = operationList.filter(isPaged).map(({ name }) => name);
  expect(paged.filter((name) => !tested.has(name))).toEqual([]);
});

describe('a cursor', () => {
  it('is refused with other parameters', async () => {
    const client = clientOf(server());
    const { next_cursor: cursor } = await client.alerts.list({ since, limit: 1 });
    const { next_cursor: chips } = await client.news.search({ query: 'chip', limit: 1 });
    const { next_cursor: all } = await client.delivery.get({ limit: 1 });
    const { next_cursor: latest } = await client.news.latest({ limit: 1 });
    const { next_cursor: mine } = await client.news.mine({ limit: 1 });
    for (const request of [
      () => client.alerts.list({ cursor }),
      () => client.alerts.list({ since: '2026-11-20T12:00:01Z', cursor }),
      () => client.alerts.list({ since, until: '2026-11-21T12:00:00Z', cursor }),
      () => client.news.search({ query: 'chips', cursor: chips }),
      () => client.alerts.list({ since, monitor_id: monitorId, cursor }),
      () => client.news.search({ query: 'chip', hours_ago: 8760, cursor: chips }),
      () => client.news.search({ query: 'chip', until: since, cursor: chips }),
      () => client.news.latest({ since: '2026-01-01T00:00:00Z', cursor: latest }),
      () => client.news.mine({ until: since, cursor: mine }),
      () => client.delivery.get({ status: 'delivered', cursor: all }),
    ]) {
      await expect(request()).rejects.toMatchObject({
        message: expect.stringContaining('other parameters'),
      });
    }
  });

  it('is valid for the same times in another spelling', async () => {
    const client = clientOf(server());
    const { next_cursor: cursor } = await client.alerts.list({ since, limit: 1 });
    const again = await client.alerts.list({ since: '2026-11-20t13:00:00+01:00', cursor });
    expect(again.alerts).toHaveLength(4);
  });

  it('works over MCP', async () => {
    const call = async (input: Record<string, unknown>) => {
      const headers = { authorization: `Bearer ${paidKey}` };
      const message = toolCall('alerts.list', { since, limit: 3, ...input });
      const { body } = await postRpc(`${server().baseUrl}/mcp`, message, headers);
      return (body['result'] as { structuredContent: Record<string, unknown[]> }).structuredContent;
    };
    const first = await call({});
    const second = await call({ cursor: first['next_cursor'] });
    const { alerts } = await clientOf(server()).alerts.list({ since });
    expect([...(first['alerts'] ?? []), ...(second['alerts'] ?? [])]).toEqual(alerts);
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
  });
});

describe('pages of a list that changes', () => {
  it('neither repeat nor lose an alert that was there at the start', async () => {
    const clock = new ManualClock(startOfTime);
    const server = await testServer({ clock, fixture });
    const client = clientOf(server);
    const alert = async () => {
      const { id } = await client.monitors.create({ prompt: 'chip exports', on_demand: true });
      await addSample(server, { now: startOfTime, edition: id });
      return (await client.monitors.run({ id })).id;
    };
    const runs = [await alert(), await alert(), await alert(), await alert()];
    const first = await client.alerts.list({ limit: 2 });
    runs.push(await alert());
    const second = await client.alerts.list({ limit: 2, cursor: first.next_cursor });
    const found = [...first.alerts, ...second.alerts].map(({ run_id }) => run_id);
    expect(found).toEqual(runs.slice(0, 4).reverse());
    expect(second.has_more).toBe(false);
  });

  it('of a search have the age and the ranking of the first page', async () => {
    const clock = new ManualClock(startOfTime);
    const client = clientOf(await testServer({ clock, fixture }));
    const search = { query: 'chip exports' };
    const whole = await client.news.search(search);
    const first = await client.news.search({ ...search, limit: 2 });
    clock.advance(30 * 24 * 3_600_000);
    const second = await client.news.search({ ...search, cursor: first.next_cursor });
    expect([...first.items, ...second.items]).toEqual(whole.items);
    expect((await client.news.search(search)).items).not.toEqual(whole.items);
  });
});

describe('delivery.get', () => {
  /** Twelve deliveries, of which the three oldest are retrying. */
  async function mixedDeliveries() {
    const watch = await startWatch();
    const failing = await webhookReceiver(500, 500, 500, 204);
    const working = await webhookReceiver(204);
    const { channel } = await connect(watch.client, failing.url);
    const tests: string[] = [];
    const test = async (id: string) => {
      const { webhook_delivery } = await watch.client.delivery.test({ channel_id: id });
      tests.push(webhook_delivery.event_id);
    };
    for (let count = 0; count < 3; count += 1) await test(channel.id);
    const { channel: other } = await connect(watch.client, working.url);
    for (let count = 0; count < 9; count += 1) await test(other.id);
    const page = async (input: PageInput & { status?: 'retrying' } = {}) => {
      const { webhook_deliveries, next_cursor } = await watch.client.delivery.get(input);
      const ids = webhook_deliveries.map(({ event_id }) => tests.indexOf(event_id));
      return { ids, next_cursor };
    };
    return { ...watch, channel, test, page };
  }

  it('lists those in progress first, however many newer ones there are', async () => {
    const { page } = await mixedDeliveries();
    expect((await page()).ids).toEqual([2, 1, 0, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect((await page({ limit: 2 })).ids).toEqual([2, 1]);
    const first = await page({ limit: 2, status: 'retrying' });
    const cursor = first.next_cursor ?? '';
    expect(first.ids).toEqual([2, 1]);
    expect((await page({ limit: 2, status: 'retrying', cursor })).ids).toEqual([0]);
  });

  it.each([1, 2, 3, 4, 5])(
    'lists each once if they are delivered after the first page of %i',
    async (limit) => {
      const { page, clock, server } = await mixedDeliveries();
      const ids: number[] = [];
      let { ids: found, next_cursor } = await page({ limit });
      clock.advance(1000);
      await server.settled();
      expect((await page({ status: 'retrying' })).ids).toEqual([]);
      for (ids.push(...found); next_cursor; ids.push(...found)) {
        ({ ids: found, next_cursor } = await page({ limit, cursor: next_cursor }));
      }
      expect(ids.toSorted((a, b) => a - b)).toEqual([...Array(12).keys()]);
    },
  );

  it('lists each at least once if their connection is disabled between pages', async () => {
    const { client, channel, page } = await mixedDeliveries();
    const first = await page({ limit: 1 });
    await client.delivery.set({ channel_id: channel.id, status: 'disabled' });
    const second = await page({ limit: 100, cursor: first.next_cursor ?? '' });
    expect(new Set([...first.ids, ...second.ids]).size).toBe(12);
  });

  it('filters by status and by connection', async () => {
    const client = clientOf(server());
    const { channels, webhook_deliveries } = await client.delivery.get();
    const delivered = await client.delivery.get({ status: 'delivered' });
    expect(delivered.webhook_deliveries).toEqual(webhook_deliveries);
    expect((await client.delivery.get({ status: 'failed' })).webhook_deliveries).toEqual([]);
    const channel_id = channels[0]?.id;
    const { channel } = await connect(client, (await webhookReceiver(400)).url);
    await client.delivery.test({ channel_id: channel.id });
    expect(await client.delivery.get({ channel_id })).toMatchObject({
      channels: [{ id: channel_id }],
      webhook_deliveries,
    });
    const failed = await client.delivery.get({ status: 'failed', channel_id: channel.id });
    expect(failed.webhook_deliveries).toMatchObject([{ type: 'webhook.test' }]);
  });

  it('does not find connections of others', async () => {
    const { channels } = await clientOf(server()).delivery.get();
    const request = clientOf(server(), otherKey).delivery.get({ channel_id: channels[0]?.id });
    await expect(request).rejects.toMatchObject({ code: 'not_found' });
  });
});
