import { sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** The points of a key in its current window. */
export interface RateLimitCount {
  points: number;
  /** When the window ends and the count restarts. */
  ends_at: number;
}

export interface RateLimitWindow {
  now: number;
  until: number;
}

export type RateLimitStore = ReturnType<typeof rateLimitStore>;

export function rateLimitStore(db: SqlExecutor) {
  return {
    /**
     * Adds points to a key. Without a window at `now`, starts one that ends at `until`. The sweep
     * deletes windows that have ended.
     */
    async add(key: string, points: number, window: RateLimitWindow): Promise<RateLimitCount> {
      const { now, until } = window;
      const [count = { points, ends_at: until }] = await db.write<RateLimitCount>(
        sql`INSERT INTO rate_limits (key, points, ends_at) VALUES (${key}, ${points}, ${until})
          ON CONFLICT (key) DO UPDATE SET
            points = excluded.points +
              CASE WHEN rate_limits.ends_at <= ${now} THEN 0 ELSE rate_limits.points END,
            ends_at = CASE WHEN rate_limits.ends_at <= ${now}
              THEN excluded.ends_at ELSE rate_limits.ends_at END
          RETURNING points, ends_at`,
      );
      return count;
    },
  };
}
