import { raw, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

export interface BriefingRecord {
  id: string;
  account_id: string;
  title: string;
  summary: string;
  created_at: number;
}

const columns = raw('id, account_id, title, summary, created_at');

export function briefingStore(db: SqlExecutor) {
  return {
    /** Inserts the briefing, or updates its title and summary. */
    async put({ id, account_id, title, summary, created_at }: BriefingRecord): Promise<void> {
      await db.write(
        sql`INSERT INTO briefings (${columns})
          VALUES (${id}, ${account_id}, ${title}, ${summary}, ${created_at})
          ON CONFLICT (id) DO UPDATE SET title = excluded.title, summary = excluded.summary`,
      );
    },

    /** Newest first. */
    list: (accountId: string) =>
      db.all<BriefingRecord>(
        sql`SELECT ${columns} FROM briefings WHERE account_id = ${accountId}
          ORDER BY created_at DESC, id`,
      ),
  };
}
