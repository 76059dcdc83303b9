import { errorCode } from '../../../node/error-code.ts';
import { raw, sql } from '../sql/sql.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { PostgresDatabase, RunQuery } from './database.ts';

/** Why partitions were not changed, by the code of the error. */
const reasons = {
  /** Queries or another process take too long. */
  '55P03': 'busy',
  /** Another process has dropped the partition. */
  '42P01': 'gone',
  /** The default partition has rows of the new one. */
  '23514': 'taken',
} as const;

/**
 * Changes partitions in one transaction, which waits at most two seconds for other processes and for
 * queries of the tables: later queries wait for it.
 */
export async function changePartitions<Result>(
  database: PostgresDatabase,
  change: (query: RunQuery) => Promise<Result>,
): Promise<Result | Unchanged> {
  const [program, purpose] = advisoryLocks.partitions;
  try {
    return await database.transaction(async (query) => {
      try {
        await query(raw(`SET LOCAL lock_timeout = '2s'`));
        await query(sql`SELECT pg_advisory_xact_lock(${program}, ${purpose})`);
        return await change(query);
      } catch (error) {
        const reason = Object.entries(reasons).find(([code]) => code === errorCode(error))?.[1];
        throw reason ? new Unchanged(reason) : error;
      }
    });
  } catch (error) {
    if (error instanceof Unchanged) return error;
    throw error;
  }
}

/** Nothing was changed. */
export class Unchanged extends Error {
  readonly reason: (typeof reasons)[keyof typeof reasons];

  constructor(reason: Unchanged['reason']) {
    super(`partitions unchanged: ${reason}`);
    this.reason = reason;
  }
}
