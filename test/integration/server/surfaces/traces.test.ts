import type { Log } from 'newswatch/server';
import { expect, it } from 'vitest';
import { postRpc, toolCall } from '../../../helpers/json-rpc.ts';
import { paidKey, testServer } from '../../../helpers/server.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const headers = {
  authorization: `Bearer ${paidKey}`,
  traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  tracestate: 'vendor=1',
};

/** A server with an agent whose results are its trace variables, and its logged requests. */
async function tracedServer() {
  const requests: unknown[] = [];
  const log: Log = (_level, event, fields) => {
    if (event === 'request') requests.push(fields?.['trace_id']);
  };
  const agent = `const { TRACEPARENT, TRACESTATE = '' } = process.env;
    process.stdin.resume().on('end', () => {
      const result = { title: TRACEPARENT + ' ' + TRACESTATE, summary: '', links: [] };
      console.log(JSON.stringify({ results: [result] }));
    });`;
  const server = await testServer({ log, agent: [process.execPath, '-e', agent] });
  return { ...server, requests };
}

const monitor = { prompt: 'chip exports', execution: 'agentic' };

it('a request passes its trace to the log and the agent', async () => {
  const { baseUrl, requests } = await tracedServer();
  const created = await fetch(`${baseUrl}/api/v1/monitors`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(monitor),
  });
  expect(await created.text()).toContain(`"${headers.traceparent} vendor=1"`);
  expect(requests).toEqual([traceId]);
});

it('so does an MCP request', async () => {
  const { baseUrl } = await tracedServer();
  const { body } = await postRpc(`${baseUrl}/mcp`, toolCall('monitors.create', monitor), headers);
  expect(JSON.stringify(body)).toContain(`00-${traceId}-`);
});

it('a request without a valid trace begins one', async () => {
  const { baseUrl, requests } = await tracedServer();
  await fetch(`${baseUrl}/livez`);
  await fetch(`${baseUrl}/livez`, { headers: { traceparent: `00-${traceId}` } });
  const [one, other] = requests;
  expect(one).toMatch(/^[\da-f]{32}$/);
  expect(other).toMatch(/^[\da-f]{32}$/);
  expect(new Set([one, other, traceId]).size).toBe(3);
});
