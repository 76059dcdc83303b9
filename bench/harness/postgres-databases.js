import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { parentOf } from './process-status.js';

/** The PostgreSQL server to measure on: `postgres://…`, with the right to create databases. */
const address = process.env['NEWSWATCH_BENCH_DATABASE'];

export const hasPostgres = address !== undefined;

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

/** The process id of the server, which must run on this machine. */
export const serverProcess = () =>
  connected(async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    return parentOf(rows[0].pid);
  });

/** Creates an empty database; returns its address and functions to vacuum and to drop it. */
export async function newDatabase() {
  const name = `newswatch_bench_${randomBytes(6).toString('hex')}`;
  await command(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  return {
    address: url.href,
    run: (sql) => command(sql, url.href),
    vacuum: () => command('VACUUM ANALYZE', url.href),
    remove: () => command(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}
