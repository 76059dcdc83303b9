import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { atEnd } from './at-end.js';
import { startCluster } from './postgres-cluster.js';
import { parentOf } from './process-status.js';

/** Settings that change what the figures mean. */
const reported = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'work_mem',
  'max_wal_size',
  'max_connections',
];

/** The server to measure on: `postgres://…`, with the right to create databases. */
let address = process.env['NEWSWATCH_BENCH_DATABASE'] || undefined;
let startedBy = 'NEWSWATCH_BENCH_DATABASE';

async function connected(work, at = address) {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const command = (sql, at) => connected((client) => client.query(sql), at);

/**
 * Starts a server if `NEWSWATCH_BENCH_DATABASE` is not set.
 *
 * @returns its settings by name; undefined if PostgreSQL is not installed
 */
export async function preparePostgres() {
  if (address !== undefined && !/^postgres(ql)?:\/\//.test(address)) {
    throw new Error('NEWSWATCH_BENCH_DATABASE must be a URL that starts with postgres://');
  }
  if (address === undefined) {
    address = await startCluster();
    startedBy = 'the benchmark, in a temporary folder';
  }
  if (address === undefined) return undefined;
  const list = reported.map((name) => `current_setting('${name}') AS ${name}`);
  const { rows } = await command(`SELECT ${list}`);
  return { ...rows[0], 'started by': startedBy };
}

/** The process id of the server, which must run on this machine. */
export const serverProcess = () =>
  connected(async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    return parentOf(rows[0].pid);
  });

/** Creates an empty database, which exists until the end of the row at most; returns its address and functions. */
export async function newDatabase() {
  const name = `newswatch_bench_${randomBytes(6).toString('hex')}`;
  await command(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  let exists = true;
  const remove = async () => {
    if (exists) await command(`DROP DATABASE ${name} WITH (FORCE)`);
    exists = false;
  };
  atEnd(remove);
  const url = new URL(address);
  url.pathname = `/${name}`;
  return {
    address: url.href,
    run: (sql) => command(sql, url.href),
    vacuum: () => command('VACUUM ANALYZE', url.href),
    remove,
  };
}
