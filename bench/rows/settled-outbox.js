import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figuresBySize, spreadsBySize } from '../harness/by-size.js';
import { makeCertificate } from '../harness/certificate.js';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, spread } from '../harness/rounds.js';
import { openStore } from '../harness/store-file.js';
import { atLeast } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { webhookUrls } from '../harness/webhook-urls.js';

const timeClaims = fileURLToPath(new URL('../processes/time-claims.cjs', import.meta.url));
const month = 30 * 24 * 3_600_000;

/** Copies a settled delivery of a store until it has `count` more, of the last 30 days. */
function addSettled(data, count) {
  const database = openStore(data);
  const one = database.prepare('SELECT * FROM deliveries WHERE settled_at IS NOT NULL').get();
  const { sequence: _, ...rest } = one;
  const columns = Object.keys(rest);
  const insert = database.prepare(
    `INSERT INTO deliveries (${columns}) VALUES (${columns.map(() => '?')})`,
  );
  const channels = database.prepare('SELECT DISTINCT channel_id FROM deliveries').all();
  database.exec('BEGIN');
  for (let n = 0; n < count; n += 1) {
    const created_at = one.created_at - Math.floor((month * n) / (count + 1));
    const delivery = {
      ...rest,
      ...channels[n % channels.length],
      event_id: `evt_settled_${n}`,
      created_at,
      last_attempt_at: created_at,
      settled_at: created_at,
      partition_time: created_at,
    };
    insert.run(...columns.map((column) => delivery[column]));
  }
  database.exec('COMMIT');
  database.close();
}

const sizes = [10_000, 100_000, 1_000_000];

/** The figures measured at each size, relative to a store without settled deliveries. */
const series = {
  ratio: {
    what: 'claims/s, relative to an empty store',
    unit: '×',
    label: 'claims',
    targets: { 1000000: atLeast(0.9) },
    bounds: { 10000: atLeast(0.4), 100000: atLeast(0.4) },
  },
  deliveries: {
    what: 'deliveries/s, relative to an empty store',
    unit: '×',
    label: 'deliveries',
    bounds: { 10000: atLeast(0.4), 100000: atLeast(0.4) },
  },
  claims: { what: 'claims', unit: 'claims/s' },
};

export const settledOutbox = {
  name: 'settled-outbox',
  title: 'An outbox with settled deliveries',
  compares:
    'Deliveries as in [deliveries](delivery.md), 16 runs that each make an event for 100 connections, by servers whose stores have 10,000, 100,000 and 1,000,000 settled deliveries of the last 30 days, compared with one whose store started with none. Each round adds 1,600 to all of them. Claims are the deliveries divided by the processor time of the SQL statements that find and lease those that are due.',
  leavesOut: 'A database larger than memory, and retention of deliveries older than 30 days.',
  settings: { rounds: 31, runs: 16, connections: 100, settled: 1_000_000 },
  check: { rounds: 7, runs: 4, connections: 100, settled: 100_000 },
  figures: {
    ...figuresBySize(series, sizes, 'settled deliveries'),
    emptyClaims: { what: 'claims, without settled deliveries', unit: 'claims/s' },
  },
  async measure({ rounds, runs, connections, settled }) {
    const count = runs * connections;
    const certificate = makeCertificate(temporaryFolder());
    const endpoint = await startProcess('endpoint.js');
    const url = await endpoint.ask('start', certificate);
    const urls = webhookUrls(url, connections);

    async function deliver(server) {
      const arrived = endpoint.ask('arrivals', { count });
      const time = await server.ask('deliver', runs);
      await arrived;
      return time;
    }

    async function startServer() {
      const data = join(temporaryFolder(), 'data');
      const server = await startProcess('monitor-server.js', {
        env: { NODE_EXTRA_CA_CERTS: certificate.certificate },
        execArgv: ['--require', timeClaims],
      });
      await server.ask('start', { data, monitors: (rounds + 2) * runs, urls, scheduled: true });
      await deliver(server);
      return { data, server };
    }

    const servers = new Map([['empty', await startServer()]]);
    for (const size of sizes.filter((each) => each <= settled)) {
      const one = await startServer();
      addSettled(one.data, size);
      servers.set(size, one);
    }
    const contenders = Object.fromEntries(
      [...servers].map(([name, { server }]) => [name, () => deliver(server)]),
    );
    // One unmeasured round: pages of the store are read.
    await alternate(contenders, 1);
    const { empty, ...measured } = await alternate(contenders, rounds);
    await Promise.all(
      [endpoint, ...[...servers.values()].map(({ server }) => server)].map((each) => each.end()),
    );
    const compared = mapFigures(measured, (each, round) => ({
      ratio: empty[round].claims / each.claims,
      deliveries: empty[round].seconds / each.seconds,
      claims: count / each.claims,
    }));
    return {
      ...spreadsBySize(Object.keys(series), compared),
      emptyClaims: spread(empty.map(({ claims }) => count / claims)),
    };
  },
};
