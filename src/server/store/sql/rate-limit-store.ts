import type { RateLimitCount, RateLimitStore, RateLimitWindow } from '../store.ts';
import type { SqlExecutor } from './sql-executor.ts';

export class SqlRateLimits implements RateLimitStore {
  readonly #executor: SqlExecutor;

  constructor(executor: SqlExecutor) {
    this.#executor = executor;
  }

  async add(key: string, points: number, { now, until }: RateLimitWindow): Promise<RateLimitCount> {
    const { rows } = await this.#executor.batch<RateLimitCount>({
      sql: `INSERT INTO rate_limits (key, points, ends_at) VALUES (?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET
          points = excluded.points +
            CASE WHEN rate_limits.ends_at <= ? THEN 0 ELSE rate_limits.points END,
          ends_at =
            CASE WHEN rate_limits.ends_at <= ? THEN excluded.ends_at ELSE rate_limits.ends_at END
        RETURNING points, ends_at`,
      values: [key, points, until, now, now],
    });
    const count = rows[0] ?? { points, ends_at: until };
    if (count.points === points) await this.#sweep(now);
    return count;
  }

  /** Deletes windows that have ended. */
  async #sweep(now: number): Promise<void> {
    await this.#executor.run(
      `DELETE FROM rate_limits WHERE key IN
         (SELECT key FROM rate_limits WHERE ends_at <= ? ${this.#executor.dialect.skipLocked})`,
      now,
    );
  }
}
