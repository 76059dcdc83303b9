import { join } from 'node:path';
import { createClient } from 'newswatch';
import { figuresBySize, nameOf } from '../harness/by-size.js';
import { makeCertificate } from '../harness/certificate.js';
import { load, searchRequest } from '../harness/http-load.js';
import { apiKeys, monitorFixture } from '../harness/monitor-fixture.js';
import { newDatabase } from '../harness/postgres-databases.js';
import { startProcess } from '../harness/processes.js';
import { alternate, percentile, ratios, spread } from '../harness/rounds.js';
import { apiKey as searchKey, startServerProgram } from '../harness/server-program.js';
import { queriesOf, writeNews } from '../harness/synthetic-news.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { webhookUrls } from '../harness/webhook-urls.js';

const processes = [1, 2, 3];
const sizes = [10_000, 100_000, 1_000_000];

/** The figures measured at each size of the growing database. */
const series = {
  newsIn: { what: 'importing news', unit: 'items/s' },
  median: { what: 'search for four topics, median', unit: 'ms', label: 'median' },
  p95: {
    what: 'search for four topics, p95',
    unit: 'ms',
    label: 'p95',
    targets: { 1000000: atMost(25) },
  },
};

/** Starts several servers on one database, with connections to one receiver. */
async function startServers(count, { monitors, urls, accounts, endpoint, env }) {
  const database = await newDatabase();
  const args = ['--database', database.address, '--allow-private-webhooks'];
  const fixture = monitorFixture(monitors, accounts);
  const servers = [await startServerProgram(args, { fixture, env })];
  while (servers.length < count) servers.push(await startServerProgram(args, { fixture, env }));
  const clientsOf = ({ baseUrl }) =>
    apiKeys(accounts).map((apiKey) => createClient({ baseUrl, apiKey }));
  const close = (clients) => Promise.all(clients.map((client) => client.close()));
  const owners = clientsOf(servers[0]);
  for (const [n, webhook_url] of urls.entries())
    await owners[n % accounts].delivery.connect({ platform: 'webhook', webhook_url });
  await close(owners);
  let next = 0;
  return {
    async deliver(runs) {
      // New clients in each round: idle connections of the previous round may be closing.
      const clients = servers.map(clientsOf);
      const events = (runs * urls.length) / accounts;
      const started = performance.now();
      const arrived = endpoint
        .ask('arrivals', { count: events })
        .then(() => (events / (performance.now() - started)) * 1000);
      const made = Array.from({ length: runs }, (_, n) => {
        const monitor = next++;
        return clients[n % count][monitor % accounts].monitors.run({ id: `mon_${monitor}` });
      });
      const [perSecond] = await Promise.all([arrived, ...made]);
      await close(clients.flat());
      return perSecond;
    },
    async end() {
      await Promise.all(servers.map((server) => server.stop()));
      await database.remove();
    },
  };
}

async function deliveries({ rounds, runs, connections, accounts }) {
  const certificate = makeCertificate(temporaryFolder());
  const env = { NODE_EXTRA_CA_CERTS: certificate.certificate };
  const endpoint = await startProcess('endpoint.js');
  const url = await endpoint.ask('start', certificate);
  const urls = webhookUrls(url, connections, accounts);
  const options = { monitors: (rounds + 1) * runs, urls, accounts, endpoint, env };
  const groups = new Map();
  for (const count of processes) groups.set(count, await startServers(count, options));
  for (const group of groups.values()) await group.deliver(runs);
  const contenders = [...groups].map(([count, each]) => [count, () => each.deliver(runs)]);
  const perSecond = await alternate(Object.fromEntries(contenders), rounds);
  await Promise.all([...groups.values()].map((each) => each.end()));
  await endpoint.end();
  return {
    one: spread(perSecond[1]),
    two: ratios(perSecond, '2', '1'),
    three: ratios(perSecond, '3', '1'),
  };
}

/** Grows one database and measures imports and searches at each size. */
async function growth({ rounds, queries, items }) {
  const database = await newDatabase();
  const measured = {};
  let stored = 0;
  for (const size of sizes.filter((each) => each <= items)) {
    const file = join(temporaryFolder(), 'news.jsonl');
    await writeNews(file, stored, size);
    const started = performance.now();
    const server = await startServerProgram(['--database', database.address, '--news', file]);
    const speed = (size - stored) / ((performance.now() - started) / 1000);
    stored = size;
    await database.vacuum();
    const list = (round) =>
      queriesOf(4, queries, round).map((each) => searchRequest(searchKey, each));
    const search = async (round) =>
      (await load(server.baseUrl, list(round), { connections: 1 })).times;
    await search(rounds);
    const times = (await alternate({ search }, rounds)).search;
    await server.stop();
    const at = (share) => spread(times.map((each) => percentile(each, share)));
    measured[nameOf('newsIn', size)] = spread([speed]);
    measured[nameOf('median', size)] = at(0.5);
    measured[nameOf('p95', size)] = at(0.95);
  }
  await database.remove();
  return measured;
}

export const postgres = {
  name: 'postgres',
  title: 'PostgreSQL: several servers, and how cost grows',
  compares:
    'One, two and three `newswatch serve` processes, each group on its own database: 64 runs on demand of four accounts, sent to the processes in turn, each creating an event for each of 100 connections to 16 hosts, until all events have arrived. And one growing database: `serve --news` from its start to its ready line, then, after `VACUUM ANALYZE`, searches for four frequent topics, each query once.',
  leavesOut:
    'Separate machines: servers, database, receiver and load share these cores, so a second server can use only what the first leaves idle. The network and a connection pooler. Variation of imports: each size is imported once.',
  spent:
    'When news is imported, the database takes less processor time than the server until blocks are merged, which begins at 80,000 items: an addition of 5,000 items makes one block for each of its terms, and 16 blocks of a term are merged into one. Merging takes 8 µs an item up to 100,000 items, 36 µs up to 300,000 and 65 µs up to 400,000, and no more up to 600,000. Checkpoints begin after 1 GB of write-ahead log and raise it from 3 to about 5 kB an item. The first 10,000 items include starting the server and creating the tables. One server with its database and the receiver keeps both cores busy, so a second server adds nothing here.',
  onPostgres: true,
  settings: {
    rounds: 15,
    runs: 64,
    connections: 400,
    accounts: 4,
    queries: 60,
    items: 1_000_000,
  },
  figures: {
    two: { what: 'deliveries/s of two servers, relative to one', unit: '×' },
    three: { what: 'deliveries/s of three servers, relative to one', unit: '×' },
    one: { what: 'one server', unit: 'deliveries/s' },
    ...figuresBySize(series, sizes, 'items'),
  },
  async measure(settings) {
    return { ...(await deliveries(settings)), ...(await growth(settings)) };
  },
};
