import { toolCall } from '../../../helpers/json-rpc.ts';
import { type HostileGenerator, type HostileTarget, repeat, send } from '../generator.ts';
import { hostilePrompts } from './long-prompts.ts';

const messages = 10;

function batch(round: number) {
  return Array.from({ length: messages }, (_, id) => {
    const prompt = `${round} ${id} ${hostilePrompts[id % hostilePrompts.length]}`.slice(0, 10_000);
    const calls = [
      toolCall('news.mine', { limit: 100 }),
      toolCall('news.search', { query: prompt, limit: 100 }),
      toolCall('monitors.create', { prompt, on_demand: true }),
    ];
    return { ...calls[(round + id) % calls.length], id };
  });
}

/** Leaves before the response, every other time. */
async function sendBatch({ origin, key }: HostileTarget, round: number): Promise<void> {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(batch(round)),
    signal: AbortSignal.timeout(round % 2 === 0 ? 100 : 10_000),
  });
  await response.arrayBuffer();
}

export const generator: HostileGenerator = {
  name: 'MCP batches of 10 long calls, half of them abandoned',
  async attack(target) {
    for (const prompt of hostilePrompts) await send(target, '/api/v1/monitors', { prompt });
    await repeat(6, (round) => sendBatch(target, round));
  },
};
