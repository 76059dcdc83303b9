import { LruCache } from '../../../node/lru-cache.ts';
import type { RateLimitStore } from '../../store/store.ts';
import { endpoints } from './endpoints.ts';

/** Requests per IP address and endpoint. Real time, as the limits protect real resources. */
const limits: Readonly<Record<string, { requests: number; seconds: number }>> = {
  [endpoints.registration]: { requests: 20, seconds: 600 },
  [endpoints.token]: { requests: 120, seconds: 60 },
  [endpoints.revocation]: { requests: 120, seconds: 60 },
};

/** Rate limits of the public endpoints, shared by all processes that use the same store. */
export class RateLimits {
  readonly #store: RateLimitStore;
  /** When each exceeded limit ends, to reject further requests without a query. */
  readonly #exceeded = new LruCache<string, number>({ maxSize: 10_000 });

  constructor(store: RateLimitStore) {
    this.#store = store;
  }

  /** Counts a request. Returns `undefined` if it is allowed, or else the seconds to wait. */
  async retryAfter(path: string, address: string): Promise<number | undefined> {
    const limit = limits[path];
    if (!limit) return undefined;
    const key = `${path} ${address}`;
    const now = Date.now();
    let end = this.#exceeded.get(key) ?? 0;
    if (end <= now) {
      const count = await this.#store.add(key, 1, { now, until: now + limit.seconds * 1000 });
      if (count.points <= limit.requests) return undefined;
      end = count.ends_at;
      this.#exceeded.set(key, end);
    }
    return Math.max(1, Math.ceil((end - now) / 1000));
  }
}
