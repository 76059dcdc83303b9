import { EventEmitter, once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Alert, type Client, createClient } from 'newswatch';
import { Database } from '../../../src/storage/database.ts';
import { closing } from '../../helpers/closing.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { rawServer } from '../../helpers/mock-server.ts';
import { randomFrom } from '../../helpers/random.ts';
import { serve as startServe } from '../../helpers/serve.ts';
import { type ReceivedWebhook, webhookReceiver } from '../../helpers/webhook-receiver.ts';
import { KillableListener } from './killable-listener.ts';

const key = 'nw_ordeal_key';
const topics = ['otters', 'glaciers', 'lighthouses'];

/** A delivery in the outbox at the end. */
interface OutboxRow {
  event_id: string;
  run_id: string;
  channel_id: string;
  round: number;
  attempts: number;
  round_attempts: number;
}

export interface Outcome {
  /** The runs of all alerts that the server has listed. */
  listed: Set<string>;
  alerts: Alert[];
  outbox: OutboxRow[];
  /** The connection of each receiver. */
  channels: Record<string, string>;
  /** The ids that arrived at each receiver in order, including repeats. */
  arrivals: Record<string, string[]>;
  /** Ids that `webhook listen` accepted, including repeats. */
  accepted: string[];
  /** Ids that its handler got, including repeats. */
  handled: string[];
  /** How often `webhook listen` was killed. */
  listenerKills: number;
  /** How often each id was being handled when `listen` was killed. */
  interrupted: Map<string, number>;
}

/**
 * Repeatedly kills a server that runs monitors on new news and delivers to receivers of all kinds,
 * and now and then a `webhook listen` among those. Then both run until all is delivered.
 */
export async function killServer(kills: number, seed: number): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-ordeal-'));
  const random = randomFrom(seed);
  const listener = new KillableListener(join(folder, 'inbox'), join(folder, 'record'));
  const receivers = await receiversWith(listener);
  const channels = await connectAll(folder, receivers.urls, listener);
  const listed = new Set<string>();

  for (let start = 0; start < kills; start += 1) {
    const { client, end } = await serve(folder, [
      '--news',
      await freshNews(folder, start),
      ...fast,
    ]);
    for (const topic of topics) client.monitors.run({ id: `mon_${topic}` }).catch(() => {});
    const watching = watchAlerts(client, listed);
    const ending = killMoment(receivers.requests, start, random).then(() => end('SIGKILL'));
    if (random() < 0.25) await pause(random() * 400).then(() => listener.kill());
    await Promise.all([ending, watching]);
    if (!listener.running) await listener.start();
  }

  const { client, end } = await serve(folder, fast);
  await client.monitors.pause_all();
  const awaited = new Set(receivers.good.map((name) => channels[name]));
  await pollUntil(async () => (await missingOf(awaited)).length === 0, 120_000);
  const alerts = await allAlerts(client);
  await end('SIGTERM');
  await listener.end();
  const { accepted, arrivals } = receivers;
  const { interrupted, kills: listenerKills } = listener;
  const handled = await listener.handled();
  const outbox = outboxOf(folder);
  const received = { arrivals: arrivals(), accepted, handled, listenerKills, interrupted };
  return { listed, alerts, outbox, channels, ...received };

  /** Deliveries of these connections that have not arrived. */
  async function missingOf(connections: ReadonlySet<string | undefined>): Promise<OutboxRow[]> {
    const { prompt = [], slow = [], moody = [] } = receivers.arrivals();
    const there = new Set([...prompt, ...slow, ...moody, ...(await listener.handled())]);
    return outboxOf(folder).filter(
      ({ event_id, channel_id }) => connections.has(channel_id) && !there.has(event_id),
    );
  }
}

/** Milliseconds in which these receivers respond. */
const responseTimes = { prompt: 30, slow: 300, listen: 100 };

/** During an attempt at which receiver to kill a server, in turn; `undefined`: at any moment. */
const moments = ['slow', undefined, 'listen', 'prompt'] as const;

/** Waits for the moment of a kill. Without these attempts, a slow machine has none in progress yet. */
async function killMoment(requests: EventEmitter, start: number, random: () => number) {
  const receiver = moments[start % moments.length];
  if (!receiver) return pause(random() * 400);
  // There may be nothing to deliver.
  await once(requests, receiver, { signal: AbortSignal.timeout(2_000) }).catch(() => {});
  await pause(random() * responseTimes[receiver]);
}

/** Connects each receiver, on a server in real time, so that no tick comes yet. */
async function connectAll(
  folder: string,
  urls: Readonly<Record<string, string>>,
  listener: KillableListener,
): Promise<Record<string, string>> {
  const channels: Record<string, string> = {};
  const { client, end } = await serve(folder, []);
  for (const [name, webhook_url] of Object.entries(urls)) {
    const response = await client.delivery.connect({ platform: 'webhook', webhook_url });
    channels[name] = response.channel.id;
    if (name === 'listen') await listener.start(response.signing_secret);
  }
  await end('SIGKILL');
  return channels;
}

/** A clock that is 1,200 times as fast: a tick every 250 ms. */
const fast = ['--clock-rate', '1200'];

/** Collects the alerts that the server lists until it is killed. */
async function watchAlerts(client: Client, listed: Set<string>): Promise<void> {
  for (;;) {
    const response = await client.alerts.list({ limit: 100 }).catch(() => undefined);
    if (!response) return;
    for (const { run_id } of response.alerts) listed.add(run_id);
    await pause(20);
  }
}

/** A file with a new item for each topic. */
async function freshNews(folder: string, start: number): Promise<string> {
  const news = join(folder, `news-${start}.jsonl`);
  // A place of its own, because a version of an earlier story would not be alerted again.
  const title = (topic: string) => `Report on ${topic} from Port${start}town`;
  const items = topics.map((topic) => ({ id: `${topic}-${start}`, title: title(topic) }));
  await writeFile(news, items.map((item) => JSON.stringify(item)).join('\n'));
  return news;
}

const unlimited = ['--rate-limit', 'key=off', 'address=off'];

/** A server process with a monitor for each topic, and a client. */
async function serve(folder: string, flags: readonly string[]) {
  const fixture = join(folder, 'fixture.json');
  const every = { account: 'acc', every_minutes: 5 };
  const monitors = topics.map((topic) => ({ ...every, id: `mon_${topic}`, prompt: topic }));
  await writeFile(fixture, JSON.stringify({ accounts: [{ id: 'acc', keys: [key] }], monitors }), {
    mode: 0o600,
  });
  const data = join(folder, 'data');
  const fixed = ['--data', data, '--fixture', fixture, '--allow-private-webhooks', ...unlimited];
  const running = await startServe(...fixed, ...flags);
  const { base_url } = running.ready;
  return {
    client: closing(createClient({ baseUrl: base_url, apiKey: key, retries: 0 })),
    end: running.end,
  };
}

/** Receivers of all kinds. The good ones accept each event sooner or later. */
async function receiversWith(listener: KillableListener) {
  const failed = new Set<string>();
  const accepted: string[] = [];
  /** Emits the name of a receiver when a request has arrived there. */
  const requests = new EventEmitter();
  const accept = (response: ServerResponse) => response.writeHead(204).end();
  const http = {
    prompt: await webhookReceiver((response) => {
      requests.emit('prompt');
      setTimeout(() => accept(response), responseTimes.prompt);
    }),
    slow: await webhookReceiver((response) => {
      requests.emit('slow');
      setTimeout(() => accept(response), responseTimes.slow);
    }),
    moody: await webhookReceiver((response, request) => {
      const id = idOf(request);
      if (failed.has(id)) accept(response);
      else response.writeHead(500).end();
      failed.add(id);
    }),
    // A proxy of `webhook listen` with slow responses, so that acknowledgments get lost.
    listen: await webhookReceiver(async (response, request) => {
      const status = await listener.send(request);
      if (status === 204) accepted.push(idOf(request));
      requests.emit('listen');
      const respond = () => (status ? response.writeHead(status).end() : response.destroy());
      setTimeout(respond, responseTimes.listen);
    }),
    busy: await webhookReceiver(429),
  };
  const resetting = await rawServer((socket) =>
    socket.once('data', () => socket.resetAndDestroy()),
  );
  const urls = {
    ...Object.fromEntries(Object.entries(http).map(([name, { url }]) => [name, url])),
    resetting: `${resetting.baseUrl}/hook`,
    dead: 'http://127.0.0.1:9/hook',
  };
  const arrivals = () =>
    Object.fromEntries(Object.entries(http).map(([name, { ids }]) => [name, ids()]));
  return { urls, good: ['prompt', 'slow', 'moody', 'listen'], accepted, arrivals, requests };
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
