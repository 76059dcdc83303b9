import { type Client, createClient } from 'newswatch';
import { ManualClock, type RunningServer, type ServerOptions } from 'newswatch/server';
import { closing, paidKey, testServer } from './server.ts';

/** Where every {@link startWatch} begins. */
export const startOfTime = Date.parse('2026-11-20T12:00:00Z');

/** A server whose time stands still until it is told, a client, and a monitor that finds something. */
export async function startWatch(options: ServerOptions = {}) {
  const clock = new ManualClock(startOfTime);
  const server = await testServer({ clock, allowPrivateWebhooks: true, ...options });
  const client = clientOf(server);
  const monitor = await client.monitors.create({ prompt: 'Tell me about chip exports' });
  return { clock, server, client, monitor };
}

export function clientOf(server: RunningServer, apiKey: string = paidKey): Client {
  return closing(createClient({ baseUrl: server.base_url, apiKey }));
}

/** A connection that covers every monitor of the account, or the one named. */
export async function connect(client: Client, webhook_url: string, monitor_id?: string) {
  const scope = monitor_id === undefined ? {} : { monitor_id };
  return client.delivery.connect({ platform: 'webhook', webhook_url, ...scope });
}

/** The one delivery record of a connection. */
export async function recordOf(client: Client, channelId: string) {
  const { webhook_deliveries } = await client.delivery.get();
  return webhook_deliveries.find(({ channel_id }) => channel_id === channelId);
}
