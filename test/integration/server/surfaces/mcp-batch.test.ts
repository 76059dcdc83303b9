import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEndpoint } from '../../../../src/server/surfaces/mcp/endpoint.ts';
import { mcpLimits } from '../../../../src/server/surfaces/mcp/limits.ts';
import type { McpCaller, McpTools } from '../../../../src/server/surfaces/mcp/tools.ts';
import { postRpc, toolCall } from '../../../helpers/json-rpc.ts';
import { paidKey, testServer } from '../../../helpers/server.ts';
import { clientOf } from '../../../helpers/watch.ts';

const { maxBatchMessages } = mcpLimits;

/** Responds to a batch of calls of the tools `call` and, for the third message, `other`. */
async function respondTo(call: () => Promise<void>, signal = new AbortController().signal) {
  const tools: McpTools = {
    list: () => [],
    call: (name) => (name === 'call' ? call().then(() => ({ content: [] })) : undefined),
  };
  const batch = Array.from({ length: maxBatchMessages }, (_, index) => ({
    ...toolCall(index === 2 ? 'other' : 'call'),
    id: index,
  }));
  const request = new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  const caller: McpCaller = {
    principal: {
      account: { id: 'acc', name: 'acc', plan: 'active', created_at: 0 },
    } as McpCaller['principal'],
    signal,
    toApiError: (error) => {
      throw error;
    },
  };
  const response = await createEndpoint(tools).respond(request, batch, caller);
  return (await response.json()) as { id: number; error?: { code: number } }[];
}

it('the calls of a batch run one after another, and each gets its response', async () => {
  let running = 0;
  const responses = await respondTo(async () => {
    running += 1;
    expect(running).toBe(1);
    await setImmediate();
    running -= 1;
  });
  expect(responses.map(({ id }) => id)).toEqual([...Array(maxBatchMessages).keys()]);
  expect(responses.filter(({ error }) => error)).toMatchObject([
    { id: 2, error: { code: -32602 } },
  ]);
});

it('no further call of a batch starts when the client has left', async () => {
  const controller = new AbortController();
  let calls = 0;
  await respondTo(async () => {
    calls += 1;
    if (calls === 3) controller.abort();
  }, controller.signal);
  expect(calls).toBe(3);
});

it('each call of a batch counts as usage', async () => {
  const server = await testServer();
  const batch = Array.from({ length: maxBatchMessages }, (_, id) => ({
    ...toolCall('account.overview'),
    id,
  }));
  await postRpc(`${server.baseUrl}/mcp`, batch, { authorization: `Bearer ${paidKey}` });
  expect((await clientOf(server).usage()).operations).toContainEqual({
    operation: 'account.overview',
    requests: maxBatchMessages,
  });
});
