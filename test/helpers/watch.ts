import { type Client, createClient } from 'newswatch';
import { ManualClock, type RunningServer, type ServerOptions } from 'newswatch/server';
import { closing } from './closing.ts';
import { addSample } from './fresh-news.ts';
import { paidKey, testServer } from './server.ts';

/** The initial time of manual clocks. */
export const startOfTime = Date.parse('2026-11-20T12:00:00Z');

/**
 * A server with a manual clock, a client, and a monitor that will find the sample news, which arrives
 * after its creation (unless `sample` is false).
 */
export async function startWatch({ sample = true, ...options }: ServerOptions = {}) {
  const clock = new ManualClock(startOfTime);
  const defaults = { clock, allowPrivateWebhooks: true, sample: false };
  const server = await testServer({ ...defaults, ...options });
  const client = clientOf(server);
  const monitor = await client.monitors.create({ prompt: 'Tell me about chip exports' });
  if (sample) await addSample(server, { now: startOfTime });
  return { clock, server, client, monitor };
}

export function clientOf(server: RunningServer, apiKey: string = paidKey): Client {
  return closing(createClient({ baseUrl: server.baseUrl, apiKey }));
}

/** Connects a webhook to all monitors of the account, or to one. */
export async function connect(client: Client, webhook_url: string, monitor_id?: string) {
  const scope = monitor_id === undefined ? {} : { monitor_id };
  return client.delivery.connect({ platform: 'webhook', webhook_url, ...scope });
}

/** The newest delivery of a connection. */
export async function deliveryOf(client: Client, channelId: string) {
  const { webhook_deliveries } = await client.delivery.get();
  return webhook_deliveries.find(({ channel_id }) => channel_id === channelId);
}
