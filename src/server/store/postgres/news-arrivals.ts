import { raw, type Sql, sql } from '../sql/sql.ts';
import type { PostgresDatabase } from './database.ts';
import { arrivalsLock } from './postgres-dialect.ts';
import type { RunQuery } from './run-query.ts';

/**
 * Additions number their arrivals from one sequence at the same time, so a lower number may be
 * committed after a higher one. Each addition therefore holds an advisory lock on a number that is not
 * above its first one until its transaction ends. Who reads the sequence first and then the locks knows
 * up to which number all arrivals can be seen.
 */

/** Identifies the locks of numbers: the upper 16 bits of their keys. */
const numberKeys = 0x6e_77;

const keyOf = (number: Sql) => sql`((${raw(String(numberKeys))}::bigint << 48) + ${number})`;

/**
 * Draws numbers for arrivals, in ascending order. Until the transaction ends, no monitor is created
 * and no news is marked as removed.
 */
export async function drawArrivals(query: RunQuery, count: number): Promise<number[]> {
  await query(sql`SELECT pg_advisory_xact_lock_shared(${arrivalsLock})`);
  await query(
    sql`SELECT pg_advisory_xact_lock_shared(${keyOf(raw('last_value + 1'))}) FROM news_arrivals`,
  );
  const rows = await query<{ number: number }>(
    sql`SELECT nextval('news_arrivals') AS number FROM generate_series(1, ${count}::int)`,
  );
  return rows.map(({ number }) => number);
}

/** The number of the last arrival, after all additions with a lower number have ended. */
export async function lastArrival(database: PostgresDatabase): Promise<number> {
  const { last, pending } = await numbered(database);
  if (pending.length > 0) {
    await database.all(
      sql`SELECT pg_advisory_xact_lock(${keyOf(raw('number'))})
        FROM unnest(${pending}::bigint[]) AS number`,
    );
  }
  return last;
}

/** A number up to which all arrivals can be seen by the next statement. Does not wait. */
export async function lastVisibleArrival(database: PostgresDatabase): Promise<number> {
  const { last, pending } = await numbered(database);
  return Math.min(last, ...pending.map((number) => number - 1));
}

/** The last number drawn, and the locked numbers of additions that may have drawn one up to it. */
async function numbered(database: PostgresDatabase) {
  const row = await database.get<{ last: number }>(
    sql`SELECT last_value AS last FROM news_arrivals`,
  );
  const last = row?.last ?? 0;
  const locks = await database.all<{ number: number }>(
    sql`SELECT ((classid::bigint & 65535) << 32) + objid::bigint AS number FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 1 AND mode = 'ShareLock' AND granted
        AND classid::bigint >> 16 = ${numberKeys}
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  const pending = locks.map(({ number }) => number).filter((number) => number <= last);
  return { last, pending };
}
