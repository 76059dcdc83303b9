import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The PostgreSQL server to measure on: `postgres://…`, with the right to make databases. */
const address = process.env['NEWSWATCH_BENCH_DATABASE'];

export const hasPostgres = address !== undefined;

async function command(sql) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Makes an empty database: its address, and what removes it. */
export async function newDatabase() {
  const name = `newswatch_bench_${randomBytes(6).toString('hex')}`;
  await command(`CREATE DATABASE ${name}`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  return { address: url.href, remove: () => command(`DROP DATABASE ${name} WITH (FORCE)`) };
}
