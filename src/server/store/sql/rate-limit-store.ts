import { raw, sql } from './sql.ts';
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

/** Points to add to a key. */
export interface RateLimitEvents extends RateLimitWindow {
  key: string;
  points: number;
}

/** The stored window has ended, or began in the future of this process. */
const isOver = raw(`(rate_limits.ends_at <= excluded.starts_at
  OR rate_limits.starts_at > excluded.ends_at)`);

export type RateLimitStore = ReturnType<typeof rateLimitStore>;

export function rateLimitStore(db: SqlExecutor) {
  /**
   * Adds points to different keys. Starts a window that ends at `until` for those without a window at
   * `now`, and for those whose window began far in the future, by a clock that was wrong. The sweep
   * deletes windows that have ended.
   */
  function addAll(
    events: readonly RateLimitEvents[],
  ): Promise<(RateLimitCount & { key: string })[]> {
    const statements = db.dialect.forRecords({
      table: 'rate_limits',
      columns: ['key', 'points', 'starts_at', 'ends_at'],
      records: events.map(({ key, points, now, until }) => ({
        key,
        points,
        starts_at: now,
        ends_at: until,
      })),
      // Sorted so that two processes cannot deadlock.
      statement: ({ rows }) => sql`
        INSERT INTO rate_limits (key, points, starts_at, ends_at)
        SELECT key, points, starts_at, ends_at FROM ${rows} AS input WHERE true ORDER BY key
        ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN ${isOver} THEN 0 ELSE rate_limits.points END + excluded.points,
          starts_at = CASE WHEN ${isOver} THEN excluded.starts_at ELSE rate_limits.starts_at END,
          ends_at = CASE WHEN ${isOver} THEN excluded.ends_at ELSE rate_limits.ends_at END
        RETURNING key, points, ends_at`,
    });
    return db.write(...statements);
  }

  return {
    addAll,

    /** Adds points to one key, as {@link addAll} does. */
    async add(
      key: string,
      points: number,
      { now, until }: RateLimitWindow,
    ): Promise<RateLimitCount> {
      const [count] = await addAll([{ key, points, now, until }]);
      return { points: count?.points ?? points, ends_at: count?.ends_at ?? until };
    },
  };
}
