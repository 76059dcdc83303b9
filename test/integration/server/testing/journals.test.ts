import { createClient } from 'newswatch';
import { ManualClock, startServer } from 'newswatch/server';
import { expect, it } from 'vitest';
import { closing } from '../../../helpers/closing.ts';
import { paidKey, testServer, unpaidKey } from '../../../helpers/server.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

const clock = new ManualClock('2026-11-20T12:00:00Z');

it('has each request with its operation, account, input and status', async () => {
  const server = await testServer({ clock, journal: 50 });
  const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey, retries: 0 }));
  const stranger = closing(createClient({ baseUrl: server.baseUrl, apiKey: 'wrong', retries: 0 }));
  const unpaid = closing(createClient({ baseUrl: server.baseUrl, apiKey: unpaidKey, retries: 0 }));
  await client.news.search({ query: 'otters', limit: 3 });
  await client.monitors.get({ id: 'nothing' }).catch(() => {});
  await stranger.usage().catch(() => {});
  await unpaid.alerts.list().catch(() => {});
  await fetch(`${server.baseUrl}/nowhere?x=1`);
  expect(server.requests.list().map(({ requestId: _, ...entry }) => entry)).toEqual([
    {
      time: '2026-11-20T12:00:00.000Z',
      method: 'POST',
      path: '/api/v1/news/search',
      operation: 'news.search',
      account: 'paid',
      status: 200,
      fault: null,
      input: { query: 'otters', limit: 3 },
    },
    expect.objectContaining({
      method: 'GET',
      path: '/api/v1/monitors/nothing',
      operation: 'monitors.get',
      status: 404,
      input: { id: 'nothing' },
    }),
    expect.objectContaining({ path: '/api/v1/usage', operation: null, account: null, status: 401 }),
    expect.objectContaining({ operation: 'alerts.list', account: 'unpaid', status: 402 }),
    expect.objectContaining({ path: '/nowhere', operation: null, account: null, status: 404 }),
  ]);
});

it('lists requests by the values of their fields, and can be cleared', async () => {
  const server = await testServer({ faults: [{ operation: 'usage', status: 503, times: 1 }] });
  const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey, retries: 1 }));
  await client.usage();
  await client.account.overview();
  const { requests } = server;
  expect(requests.list({ operation: 'usage' }).map(({ status }) => status)).toEqual([503, 200]);
  expect(requests.list({ operation: 'usage', status: 503 })).toEqual([
    expect.objectContaining({ fault: { operation: 'usage', status: 503 } }),
  ]);
  expect(() => requests.list(JSON.parse('{ "op": "usage" }'))).toThrow(
    /no field "op"; choose from time/,
  );
  requests.clear();
  expect(requests.list()).toEqual([]);
});

it('has the calls of MCP tools, with the key in the path concealed', async () => {
  const server = await testServer();
  const message = (id: number, name: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: {} },
  });
  await fetch(`${server.baseUrl}/mcp/${paidKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([message(1, 'usage'), message(2, 'alerts.list')]),
  });
  const listed = server.requests
    .list()
    .map(({ path, operation, account, status }) => [path, operation, account, status]);
  expect(listed).toEqual([
    ['/mcp/***', 'usage', 'paid', 200],
    ['/mcp/***', 'alerts.list', 'paid', 200],
  ]);
});

it('conceals keys and signing secrets by value, wherever they are', async () => {
  const server = await testServer();
  const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey }));
  await client.news.search({ query: `my key is ${paidKey}, theirs ${unpaidKey}` });
  await fetch(`${server.baseUrl}/mcp/nw_unknown_key_98765`, { method: 'POST' });
  const text = JSON.stringify(server.requests.list());
  expect(text).toContain('my key is ***, theirs ***');
  for (const secret of [paidKey, unpaidKey, 'nw_unknown_key_98765']) {
    expect(text).not.toContain(secret);
  }
});

it('does not change a request whose numbers look like a key', async () => {
  const key = '12345678';
  const server = await testServer({ fixture: { accounts: [{ id: 'a', keys: [key] }] } });
  const response = await fetch(`${server.baseUrl}/api/v1/news/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: `{ "query": "otters", "hours_ago": ${key} }`,
  });
  expect(response.status).toBe(400);
  expect(server.requests.list()).toEqual([
    expect.objectContaining({ status: 400, input: { query: 'otters', hours_ago: Number(key) } }),
  ]);
});

it('keeps the newest entries', async () => {
  const server = await testServer({ journal: 2 });
  const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey }));
  for (const limit of [1, 2, 3]) await client.news.latest({ limit });
  expect(server.requests.list().map(({ input }) => input)).toEqual([{ limit: 2 }, { limit: 3 }]);
  expect(server.requests.dropped).toBe(1);
});

it.each([-1, 1.5, 1_000_000])('journal: %d is rejected', async (journal) => {
  await expect(startServer({ journal })).rejects.toThrow(RangeError);
});

it('has each request to a webhook with its event, but not its URL', async () => {
  const server = await testServer({ allowPrivateWebhooks: true });
  const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey }));
  const receiver = await webhookReceiver(404);
  const webhook_url = `${receiver.url}/s3cret-path?token=s3cret-token`;
  const { channel } = await client.delivery.connect({ platform: 'webhook', webhook_url });
  await client.delivery.test({ channel_id: channel.id });
  await server.settled();
  const [attempt, ...others] = server.deliveryAttempts.list({ channelId: channel.id });
  expect(attempt).toMatchObject({
    type: 'webhook.test',
    account: 'paid',
    monitorId: null,
    host: '127.0.0.1',
    round: 1,
    attempt: 1,
    outcome: 'failed',
    status: 404,
    error: 'http_404',
    event: { type: 'webhook.test', id: attempt?.eventId },
  });
  expect(others).toEqual([]);
  expect(JSON.stringify(attempt)).not.toContain('s3cret');
});
