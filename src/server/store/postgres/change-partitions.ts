import { errorCode } from '../../../node/error-code.ts';
import { raw, sql } from '../sql/sql.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { PostgresDatabase } from './database.ts';
import type { RunQuery } from './run-query.ts';

/** Why partitions were not changed, by the code of the error. */
const reasons = {
  /** Queries or another process take too long. */
  '55P03': 'busy',
  /** Another process has dropped the partition. */
  '42P01': 'gone',
  /** The default partition has rows of the new one. */
  '23514': 'taken',
} as const;

type Reason = (typeof reasons)[keyof typeof reasons];

/** What a change returned, or why nothing was changed. */
export type Change<Result> = { result: Result } | Unchanged;

export interface Unchanged {
  unchanged: Reason;
}

/**
 * Changes partitions in one transaction, which waits at most two seconds for other processes and for
 * queries of the tables: later queries wait for it.
 */
export async function changePartitions<Result>(
  database: PostgresDatabase,
  change: (query: RunQuery) => Promise<Result>,
): Promise<Change<Result>> {
  const [program, purpose] = advisoryLocks.partitions;
  try {
    const result = await database.transaction(async (query) => {
      try {
        await query(raw(`SET LOCAL lock_timeout = '2s'`));
        await query(sql`SELECT pg_advisory_xact_lock(${program}, ${purpose})`);
        return await change(query);
      } catch (error) {
        const reason = Object.entries(reasons).find(([code]) => code === errorCode(error))?.[1];
        throw reason ? new PartitionError(reason) : error;
      }
    });
    return { result };
  } catch (error) {
    if (error instanceof PartitionError) return { unchanged: error.reason };
    throw error;
  }
}

/** Rolls the transaction back. Other errors with these codes mean that the database is not available. */
class PartitionError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(`partitions not changed: ${reason}`);
    this.reason = reason;
  }
}
