import type { RateLimitCount, RateLimitStore, RateLimitWindow } from '../store.ts';
import type { PostgresDatabase } from './database.ts';

export class PostgresRateLimits implements RateLimitStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(key: string, points: number, { now, until }: RateLimitWindow): Promise<RateLimitCount> {
    await this.#database.run(
      `DELETE FROM rate_limits WHERE key IN
         (SELECT key FROM rate_limits WHERE ends_at <= $1 FOR UPDATE SKIP LOCKED)`,
      now,
    );
    const count = await this.#database.get<RateLimitCount>(
      `INSERT INTO rate_limits AS known (key, points, ends_at) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET
         points = CASE WHEN known.ends_at <= $4 THEN 0 ELSE known.points END + excluded.points,
         ends_at = CASE WHEN known.ends_at <= $4 THEN excluded.ends_at ELSE known.ends_at END
       RETURNING points, ends_at`,
      key,
      points,
      until,
      now,
    );
    return count ?? { points, ends_at: until };
  }
}
