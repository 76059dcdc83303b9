import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../helpers/eventually.ts';
import { toolCall } from '../../../helpers/json-rpc.ts';
import { paidKey, testServer } from '../../../helpers/server.ts';
import { clientOf } from '../../../helpers/watch.ts';

const input = { prompt: 'chip exports', execution: 'agentic' };
const call = toolCall('monitors.create', input);

/** A server with an agent that never ends by itself, and the lines that its processes wrote. */
async function serverWithAgent() {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-abandoned-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pids');
  appendFileSync(file, '');
  const agent = ['sh', '-c', 'echo $$ >> "$0"; exec sleep 600', file] as const;
  const started = () => readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
  return { server: await testServer({ agent }), started };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a call whose client leaves stops, and nothing is stored', () => {
  it.each([
    ['over HTTP', '/api/v1/monitors', input],
    ['over MCP', '/mcp', call],
    ['over MCP in a batch', '/mcp', [call, { ...call, id: 2 }, { ...call, id: 3 }]],
  ])('%s', async (_, path, body) => {
    const { server, started } = await serverWithAgent();
    const controller = new AbortController();
    const response = fetch(`${server.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${paidKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: controller.signal,
    });
    response.catch(() => {});
    await eventually(() => started().length > 0);
    controller.abort();
    await eventually(() => started().every((pid) => !isRunning(pid)));
    const client = clientOf(server);
    expect((await client.monitors.list()).monitors).toEqual([]);
    // Of a batch, no further message was started.
    expect(started()).toHaveLength(1);
  });
});
