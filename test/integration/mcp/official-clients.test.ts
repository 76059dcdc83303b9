import { describe, expect, it } from 'vitest';
import { operationList } from '../../../src/contract/operations.ts';
import {
  byKey,
  byPath,
  connectCurrent,
  formerClient,
  type McpTarget,
} from '../../helpers/mcp-clients.ts';
import { testServer, unpaidKey } from '../../helpers/server.ts';

async function connectFormer(way: McpTarget) {
  const { client, connect } = formerClient(way);
  await connect();
  return client;
}

describe.each([
  ['a key', byKey],
  ['a key in the path', byPath],
])('with %s', (_, way) => {
  describe.each([
    ['version 2 of the client library, current revision', 'auto'],
    ['version 2 of the client library, revisions of 2025', 'legacy'],
  ] as const)('%s', (_name, mode) => {
    it('lists every operation and calls tools', async () => {
      const client = await connectCurrent(way(await testServer()), mode);
      expect(client.getNegotiatedProtocolVersion()).toBe(
        mode === 'auto' ? '2026-07-28' : '2025-11-25',
      );
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(operationList.map(({ name }) => name));
      // A field called description has an object here.
      const outputSchemas = JSON.stringify(tools.map(({ outputSchema }) => outputSchema));
      expect(outputSchemas).not.toContain('"description":"');
      // The library validates each result against the output schema of the tool.
      const overview = await client.callTool({ name: 'account.overview' });
      expect(overview.structuredContent).toMatchObject({ plan: { status: 'active' } });
      const search = await client.callTool({ name: 'news.search', arguments: { query: 'chip' } });
      expect(search.structuredContent).toMatchObject({ items: expect.arrayContaining([]) });
    });

    it('gets plan_required as a result', async () => {
      const client = await connectCurrent(way(await testServer(), unpaidKey), mode);
      await client.listTools();
      expect(await client.callTool({ name: 'news.latest' })).toMatchObject({ isError: true });
    });

    it('is rejected with an unknown key', async () => {
      const server = await testServer();
      await expect(connectCurrent(way(server, 'nw_nobody'), mode)).rejects.toThrow();
    });
  });

  it('version 1 of the client library lists and calls tools', async () => {
    const client = await connectFormer(way(await testServer()));
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(operationList.length);
    const result = await client.callTool({ name: 'account.overview' });
    expect(result['structuredContent']).toMatchObject({ plan: { status: 'active' } });
  });

  it('version 1 of the client library gets plan_required as a result', async () => {
    const client = await connectFormer(way(await testServer(), unpaidKey));
    await client.listTools();
    expect(await client.callTool({ name: 'monitors.list' })).toMatchObject({ isError: true });
  });
});

it('the result of every tool matches its output schema', async () => {
  const client = await connectCurrent(
    byKey(await testServer({ allowPrivateWebhooks: true })),
    'auto',
  );
  await client.listTools();
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, content, structuredContent } = await client.callTool({
      name,
      arguments: input,
    });
    expect({ name, isError: isError === true, content }).toMatchObject({ isError: false });
    called.add(name);
    return structuredContent as Record<string, Record<string, string>>;
  };
  const called = new Set<string>();
  const { id: monitor_id } = await call('monitors.create', {
    prompt: 'Tell me about chip exports',
  });
  const { channel } = await call('delivery.connect', {
    platform: 'webhook',
    webhook_url: 'http://127.0.0.1:9/hook',
  });
  const channel_id = channel?.['id'];
  await call('monitors.edit', { monitor_id, exclude_words: ['opinion'], min_relevance: 0.1 });
  for (const name of ['get', 'run', 'runs', 'pause', 'resume'])
    await call(`monitors.${name}`, { monitor_id });
  await call('delivery.set', { channel_id, name: 'desk' });
  await call('delivery.rotate_secret', { channel_id });
  await call('delivery.test', { channel_id });
  for (const name of ['search', 'latest', 'mine']) {
    await call(`news.${name}`, name === 'search' ? { query: 'strike' } : { limit: 2 });
  }
  await call('news.get', { news_id: 'sample-001' });
  for (const name of ['account.overview', 'monitors.list', 'monitors.pause_all', 'alerts.list']) {
    await call(name);
  }
  for (const name of ['delivery.get', 'briefings.list', 'usage', 'profile.get']) await call(name);
  await call('profile.update', { time_zone: 'Asia/Tokyo' });
  await call('delivery.disconnect', { channel_id });
  await call('monitors.delete', { monitor_id });
  expect([...called].sort()).toEqual(operationList.map(({ name }) => name).sort());
});

describe('the annotations of a tool', () => {
  it.each([
    ['news.search', { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
    ['monitors.create', { readOnlyHint: false, destructiveHint: false, idempotentHint: false }],
    ['monitors.pause', { readOnlyHint: false, destructiveHint: false, idempotentHint: true }],
    ['monitors.pause_all', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
    ['delivery.set', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
    [
      'delivery.rotate_secret',
      { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    ],
    ['monitors.delete', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
    ['profile.update', { readOnlyHint: false, destructiveHint: false, idempotentHint: true }],
    ['delivery.test', { readOnlyHint: false, idempotentHint: false, openWorldHint: true }],
  ])('%s', async (name, hints) => {
    const client = await connectCurrent(byKey(await testServer()), 'auto');
    const { tools } = await client.listTools();
    expect(tools.find((tool) => tool.name === name)?.annotations).toMatchObject(hints);
  });
});
