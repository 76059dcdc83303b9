import type { Database } from '../../../storage/database.ts';
import type { RateLimitCount, RateLimitStore, RateLimitWindow } from '../store.ts';

export class SqliteRateLimits implements RateLimitStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(key: string, points: number, { now, until }: RateLimitWindow): Promise<RateLimitCount> {
    const database = this.#database;
    return database.transaction(() => {
      database.run('DELETE FROM rate_limits WHERE ends_at <= ?', now);
      const count = database.get<RateLimitCount>(
        `INSERT INTO rate_limits (key, points, ends_at) VALUES (?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET points = points + excluded.points
         RETURNING points, ends_at`,
        key,
        points,
        until,
      );
      return count ?? { points, ends_at: until };
    });
  }
}
