import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The PostgreSQL server to measure on: `postgres://…`, with the right to create databases. */
const address = process.env['NEWSWATCH_BENCH_DATABASE'];

export const hasPostgres = address !== undefined;

async function command(sql, at = address) {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Creates an empty database; returns its address and functions to vacuum and to drop it. */
export async function newDatabase() {
  const name = `newswatch_bench_${randomBytes(6).toString('hex')}`;
  await command(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  return {
    address: url.href,
    vacuum: () => command('VACUUM ANALYZE', url.href),
    remove: () => command(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}
