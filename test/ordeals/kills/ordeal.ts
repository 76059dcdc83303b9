import { mkdtemp, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Alert, type Client, createClient } from 'newswatch';
import { Database } from '../../../src/storage/database.ts';
import { rawServer } from '../../helpers/odd-server.ts';
import { randomFrom } from '../../helpers/random.ts';
import { serve as startServe } from '../../helpers/serve.ts';
import { closing } from '../../helpers/server.ts';
import { type ReceivedWebhook, webhookReceiver } from '../../helpers/webhook-receiver.ts';
import { MortalListener } from './mortal-listener.ts';

const key = 'nw_ordeal_key';
const topics = ['otters', 'glaciers', 'lighthouses'];

/** One event as it stands in the outbox at the end. */
interface OutboxRow {
  event_id: string;
  run_id: string;
  channel_id: string;
  round: number;
  attempts: number;
  round_attempts: number;
}

export interface Outcome {
  /** The runs of every alert that the server has ever told of. */
  told: Set<string>;
  alerts: Alert[];
  outbox: OutboxRow[];
  /** The connection of each receiver. */
  channels: Record<string, string>;
  /** The ids that arrived at each receiver in order, repeats too. */
  arrivals: Record<string, string[]>;
  /** Ids that `webhook listen` answered with 2xx, repeats too. */
  accepted: string[];
  /** Ids that its handler got, repeats too. */
  handled: string[];
  /** How often each id was in the handler's hands when `listen` was killed. */
  interrupted: Map<string, number>;
}

/**
 * Kills the real server again and again while it runs monitors over fresh news and delivers to
 * receivers of every temper, and a real `webhook listen` among them now and then; then lets both
 * finish in peace.
 */
export async function ordeal(kills: number, seed: number): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-ordeal-'));
  const random = randomFrom(seed);
  const listener = new MortalListener(join(folder, 'inbox'), join(folder, 'record'));
  const receivers = await receiversWith(listener);
  const channels = await connectAll(folder, receivers.urls, listener);
  const told = new Set<string>();

  for (let life = 0; life < kills; life += 1) {
    const { client, end } = await serve(folder, ['--news', await freshNews(folder, life), ...fast]);
    for (const topic of topics) client.monitors.run({ id: `mon_${topic}` }).catch(() => {});
    const watching = watchAlerts(client, told);
    const ending = pause(random() * 400).then(() => end('SIGKILL'));
    if (random() < 0.25) await pause(random() * 400).then(() => listener.kill());
    await Promise.all([ending, watching]);
    if (!listener.running) await listener.start();
  }

  const { client, end } = await serve(folder, fast);
  await client.monitors.pause_all();
  const awaited = new Set(receivers.good.map((name) => channels[name]));
  while ((await missingOf(awaited)).length > 0) await pause(200);
  const alerts = await allAlerts(client);
  await end('SIGTERM');
  await listener.end();
  const { accepted, arrivals } = receivers;
  const { interrupted } = listener;
  const handled = await listener.handled();
  const outbox = outboxOf(folder);
  return { told, alerts, outbox, channels, arrivals: arrivals(), accepted, handled, interrupted };

  /** Events of these connections that have not come to where they are to come. */
  async function missingOf(connections: ReadonlySet<string | undefined>): Promise<OutboxRow[]> {
    const { prompt = [], slow = [], moody = [] } = receivers.arrivals();
    const there = new Set([...prompt, ...slow, ...moody, ...(await listener.handled())]);
    return outboxOf(folder).filter(
      ({ event_id, channel_id }) => connections.has(channel_id) && !there.has(event_id),
    );
  }
}

/** Connects each receiver in a first life, in which no schedule runs yet. */
async function connectAll(
  folder: string,
  urls: Readonly<Record<string, string>>,
  listener: MortalListener,
): Promise<Record<string, string>> {
  const channels: Record<string, string> = {};
  const { client, end } = await serve(folder, []);
  for (const [name, webhook_url] of Object.entries(urls)) {
    const answer = await client.delivery.connect({ platform: 'webhook', webhook_url });
    channels[name] = answer.channel.id;
    if (name === 'listen') await listener.start(answer.signing_secret);
  }
  await end('SIGKILL');
  return channels;
}

/** The schedule 1,200 times as fast: a tick each quarter of a second. */
const fast = ['--clock-rate', '1200'];

/** Notes what the server tells of until it is gone. */
async function watchAlerts(client: Client, told: Set<string>): Promise<void> {
  for (;;) {
    const answer = await client.alerts.list({ limit: 100 }).catch(() => undefined);
    if (!answer) return;
    for (const { run_id } of answer.alerts) told.add(run_id);
    await pause(20);
  }
}

/** A file with one new item of every topic. */
async function freshNews(folder: string, life: number): Promise<string> {
  const news = join(folder, `news-${life}.jsonl`);
  const items = topics.map((topic) => ({ id: `${topic}-${life}`, title: `Report on ${topic}` }));
  await writeFile(news, items.map((item) => JSON.stringify(item)).join('\n'));
  return news;
}

/** The real server, with a monitor for every topic, and a client. */
async function serve(folder: string, flags: readonly string[]) {
  const fixture = join(folder, 'fixture.json');
  const every = { account: 'acc', every_minutes: 5 };
  const monitors = topics.map((topic) => ({ ...every, id: `mon_${topic}`, prompt: topic }));
  await writeFile(fixture, JSON.stringify({ accounts: [{ id: 'acc', keys: [key] }], monitors }));
  const data = join(folder, 'data');
  const fixed = ['--data', data, '--fixture', fixture, '--allow-private-webhooks'];
  const running = await startServe(...fixed, ...flags);
  const { base_url } = running.ready;
  return {
    client: closing(createClient({ baseUrl: base_url, apiKey: key, retries: 0 })),
    end: running.end,
  };
}

/** Receivers of every temper. The good ones take an event sooner or later. */
async function receiversWith(listener: MortalListener) {
  const refused = new Set<string>();
  const accepted: string[] = [];
  const take = (response: ServerResponse) => response.writeHead(204).end();
  const http = {
    prompt: await webhookReceiver(204),
    slow: await webhookReceiver((response) => setTimeout(() => take(response), 300)),
    moody: await webhookReceiver((response, request) => {
      const id = idOf(request);
      if (refused.has(id)) take(response);
      else response.writeHead(500).end();
      refused.add(id);
    }),
    // In front of the real receiver, slow on the way back: what was taken is often not known.
    listen: await webhookReceiver(async (response, request) => {
      const status = await listener.send(request);
      if (status === 204) accepted.push(idOf(request));
      setTimeout(() => (status ? response.writeHead(status).end() : response.destroy()), 100);
    }),
    busy: await webhookReceiver(429),
  };
  const resetting = await rawServer((socket) =>
    socket.once('data', () => socket.resetAndDestroy()),
  );
  const urls = {
    ...Object.fromEntries(Object.entries(http).map(([name, { url }]) => [name, url])),
    resetting: `${resetting.base_url}/hook`,
    dead: 'http://127.0.0.1:9/hook',
  };
  const arrivals = () =>
    Object.fromEntries(Object.entries(http).map(([name, { ids }]) => [name, ids()]));
  return { urls, good: ['prompt', 'slow', 'moody', 'listen'], accepted, arrivals };
}

function idOf({ body }: ReceivedWebhook): string {
  return (JSON.parse(body.toString()) as { id: string }).id;
}

async function allAlerts(client: Client): Promise<Alert[]> {
  const found = new Map<string, Alert>();
  for (let until: string | undefined; ; ) {
    const { alerts } = await client.alerts.list({ limit: 100, ...(until ? { until } : {}) });
    const known = found.size;
    for (const alert of alerts) found.set(alert.id, alert);
    if (found.size === known) return [...found.values()];
    until = alerts.at(-1)?.created_at;
  }
}

function outboxOf(folder: string): OutboxRow[] {
  const database = Database.open(join(folder, 'data', 'newswatch.db'));
  const rows = database.all<OutboxRow>(
    'SELECT event_id, run_id, channel_id, round, attempts, round_attempts FROM deliveries',
  );
  database.close();
  return rows;
}
