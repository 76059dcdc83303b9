import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'newswatch';
import { pollUntil } from '../../helpers/eventually.ts';
import { createDatabase, PostgresCluster, query } from '../../helpers/postgres-cluster.ts';
import { randomFrom } from '../../helpers/random.ts';
import { scatterTicks, tickOf } from '../../helpers/scatter-ticks.ts';
import { type RunningServe, serve } from '../../helpers/serve.ts';
import { topic } from './made-up-words.ts';

const key = 'nw_ordeal_key';
const serverCount = 3;
const monitorCount = 200;
const receiverCount = 20;
const itemsPerStart = 4;

export interface Outcome {
  kills: number;
  /** The run ids of the alerts that any server has listed. */
  listed: Set<string>;
  /** The ids of the stored news items. */
  news: string[];
  /** The news item ids of all alerted results, including repeats. */
  alerted: string[];
  /** The number of events of each alerted run. */
  events: { run_id: string; count: number }[];
  deliveries: { event_id: string; status: string; attempts: number; channel_id: string }[];
  /** The ids that arrived at each connection, including repeats. */
  arrivals: Map<string, string[]>;
  /** Scheduled runs, each with the number of its tick. */
  ticks: { monitor_id: string; tick: number }[];
}

/**
 * Runs three servers on one PostgreSQL database and kills one of them every second while monitors
 * find new items and events are delivered. Crashes the database halfway through. Then waits until
 * every event is delivered.
 */
export async function killServersOnDatabase(
  programs: string,
  seconds: number,
  seed: number,
): Promise<Outcome> {
  const random = randomFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-ordeal-'));
  const cluster = await PostgresCluster.start(programs);
  const { server, arrivals } = await receivingServer();
  try {
    const database = await createDatabase(cluster.address());
    const channels = await setUp(folder, database, origin(server));
    const listed = new Set<string>();
    const fleet = Array.from(
      { length: serverCount },
      (_, n) => new KillableServer(folder, database, n, listed),
    );
    await Promise.all(fleet.map((each) => each.start()));
    const phases = await scatterTicks(database);

    for (let second = 0; second < seconds; second += 1) {
      await pause(1000);
      if (second === Math.floor(seconds / 2)) void cluster.crash();
      await fleet[Math.floor(random() * serverCount)]?.kill();
    }

    await pollUntil(async () => (await unalerted(database)) === 0, 180_000);
    const [survivor] = fleet;
    await survivor?.client().monitors.pause_all();
    await pollUntil(async () => (await undelivered(database)) === 0, 180_000);
    await Promise.all(fleet.map((each) => each.end()));
    const kills = fleet.reduce((sum, each) => sum + each.kills, 0);
    const ids = new Map([...arrivals].map(([path, at]) => [channels.get(path) ?? path, at]));
    return { kills, listed, arrivals: ids, ...(await recordsIn(database, phases)) };
  } finally {
    server.close();
    server.closeAllConnections();
    await cluster.remove();
  }
}

/** A server process. Each start imports other news items. */
class KillableServer {
  readonly #folder: string;
  readonly #database: string;
  readonly #number: number;
  readonly #listed: Set<string>;
  #starts = 0;
  #running: RunningServe | undefined;
  #starting: Promise<void> = Promise.resolve();
  kills = 0;

  constructor(folder: string, database: string, number: number, listed: Set<string>) {
    this.#folder = folder;
    this.#database = database;
    this.#number = number;
    this.#listed = listed;
  }

  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  client() {
    const { ready } = this.#running ?? {};
    return createClient({ baseUrl: ready?.base_url ?? '', apiKey: key, retries: 3 });
  }

  /** Kills the process if it is running, and starts it again. Does not wait for the start. */
  async kill(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    this.kills += 1;
    await running.end('SIGKILL');
    void this.start();
  }

  async end(): Promise<void> {
    await this.#starting;
    await this.#running?.end('SIGTERM');
  }

  async #start(): Promise<void> {
    this.#starts += 1;
    const news = await freshNews(this.#folder, `${this.#number}-${this.#starts}`);
    for (;;) {
      // The server cannot start while the database is down.
      const started = await serve(...flags(this.#database), '--news', news).catch(() => undefined);
      if (!started) {
        await pause(100);
        continue;
      }
      this.#running = started;
      void this.#watch(started);
      return;
    }
  }

  async #watch({ ready }: RunningServe): Promise<void> {
    const client = createClient({ baseUrl: ready.base_url, apiKey: key, retries: 0 });
    while (this.#running?.ready === ready) {
      const response = await client.alerts.list({ limit: 100 }).catch(() => undefined);
      for (const { run_id } of response?.alerts ?? []) this.#listed.add(run_id);
      await pause(100);
    }
  }
}

function flags(database: string): string[] {
  const unlimited = ['--rate-limit', 'key=off', 'address=off'];
  return [
    '--database',
    database,
    '--allow-private-webhooks',
    '--database-connections',
    '5',
    ...unlimited,
  ];
}

/** Creates the monitors and connections. @returns the connection id of each path */
async function setUp(
  folder: string,
  database: string,
  receiverOrigin: string,
): Promise<Map<string, string>> {
  const fixture = join(folder, 'fixture.json');
  const monitors = Array.from({ length: monitorCount }, (_, n) => ({
    account: 'acc',
    id: `mon_${n}`,
    prompt: topic(n),
  }));
  await writeFile(fixture, JSON.stringify({ accounts: [{ id: 'acc', keys: [key] }], monitors }), {
    mode: 0o600,
  });
  const { ready, end } = await serve(...flags(database), '--fixture', fixture);
  const client = createClient({ baseUrl: ready.base_url, apiKey: key });
  const channels = new Map<string, string>();
  for (let n = 0; n < receiverCount; n += 1) {
    const path = `/${n}`;
    const connection = { platform: 'webhook', webhook_url: `${receiverOrigin}${path}` } as const;
    channels.set(path, (await client.delivery.connect(connection)).channel.id);
  }
  await end('SIGTERM');
  return channels;
}

async function freshNews(folder: string, start: string): Promise<string> {
  const random = randomFrom([...start].reduce((sum, each) => sum * 31 + each.charCodeAt(0), 7));
  const path = join(folder, `news-${start}.jsonl`);
  const items = Array.from({ length: itemsPerStart }, (_, n) => ({
    id: `item-${start}-${n}`,
    // A place of its own, because a version of an earlier story would not be alerted again.
    title: `Report on ${topic(Math.floor(random() * monitorCount))} from Port${start.replace(/\W/g, '')}x${n}`,
  }));
  await writeFile(path, items.map((item) => JSON.stringify(item)).join('\n'));
  return path;
}

/** Receivers on one server: some are slow, some fail the first attempt of each event. */
async function receivingServer() {
  const arrivals = new Map<string, string[]>();
  const failed = new Set<string>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const { id } = (await json(request)) as { id: string };
    arrivals.set(path, [...(arrivals.get(path) ?? []), id]);
    const fails = path.endsWith('7') && !failed.has(id);
    failed.add(id);
    if (path.endsWith('3')) await pause(200);
    response.writeHead(fails ? 500 : 204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, arrivals };
}

function origin(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The number of news items that are in no alert yet. */
async function unalerted(database: string): Promise<number> {
  return count(database, 'news WHERE NOT EXISTS (SELECT 1 FROM alerted WHERE key = news.id)');
}

async function undelivered(database: string): Promise<number> {
  return count(database, "deliveries WHERE status <> 'delivered'");
}

async function count(database: string, from: string): Promise<number> {
  const [row] = await query<{ n: number }>(database, `SELECT count(*)::int AS n FROM ${from}`);
  return row?.n ?? 0;
}

async function recordsIn(database: string, phases: ReadonlyMap<string, number>) {
  const ids = async (sql: string) =>
    (await query<{ id: string }>(database, sql)).map(({ id }) => id);
  const runs = await query<{ monitor_id: string; started_at: number }>(
    database,
    "SELECT monitor_id, started_at::float8 AS started_at FROM runs WHERE trigger = 'schedule'",
  );
  return {
    news: await ids('SELECT id FROM news'),
    alerted: await ids(
      `SELECT result ->> 'key' AS id
       FROM alerts, json_array_elements(results::json) AS result`,
    ),
    events: await query<{ run_id: string; count: number }>(
      database,
      `SELECT run_id, (SELECT count(*)::int FROM deliveries WHERE run_id = alerts.run_id) AS count
       FROM alerts`,
    ),
    deliveries: await query<Outcome['deliveries'][number]>(
      database,
      'SELECT event_id, status, attempts::int, channel_id FROM deliveries',
    ),
    ticks: runs.map(({ monitor_id, started_at }) => ({
      monitor_id,
      tick: tickOf(started_at, phases.get(monitor_id)),
    })),
  };
}
