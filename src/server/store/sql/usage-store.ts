import { sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** The number of calls of an operation by an account on one day (UTC, `YYYY-MM-DD`). */
export interface UsageCount {
  account_id: string;
  day: string;
  operation: string;
  requests: number;
}

export function usageStore(db: SqlExecutor) {
  return {
    /** Adds to the stored counts. */
    async add(counts: readonly UsageCount[]): Promise<void> {
      const statements = db.dialect.forRecords({
        table: 'usage_counts',
        columns: ['account_id', 'day', 'operation', 'requests'],
        records: counts,
        // Sorted so that two processes cannot deadlock.
        statement: ({ rows }) => sql`
          INSERT INTO usage_counts (account_id, day, operation, requests)
          SELECT account_id, day, operation, sum(requests) FROM ${rows} AS input
          GROUP BY account_id, day, operation ORDER BY account_id, day, operation
          ON CONFLICT (account_id, day, operation)
          DO UPDATE SET requests = usage_counts.requests + excluded.requests`,
      });
      await db.write(...statements);
    },

    /** The counts from this day on. */
    since: (accountId: string, day: string) =>
      db.all<UsageCount>(
        sql`SELECT account_id, day, operation, requests FROM usage_counts
          WHERE account_id = ${accountId} AND day >= ${day} ORDER BY operation, day`,
      ),
  };
}
