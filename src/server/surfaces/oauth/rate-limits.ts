import { LruCache } from '../../../node/lru-cache.ts';
import type { RateLimitStore } from '../../store/store.ts';
import { endpoints } from './endpoints.ts';

/** Limits per IP address and endpoint, in real time because they protect real resources. */
const limits: Readonly<Record<string, { requests: number; seconds: number }>> = {
  [endpoints.registration]: { requests: 20, seconds: 600 },
  [endpoints.token]: { requests: 120, seconds: 60 },
  [endpoints.revocation]: { requests: 120, seconds: 60 },
};

/** Rate limits of the public endpoints, shared by all processes that use the same store. */
export class RateLimits {
  readonly #store: RateLimitStore;
  /** When each exceeded limit ends (ms since the epoch). Saves queries for further requests. */
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
    let endsAt = this.#exceeded.get(key) ?? 0;
    if (endsAt <= now) {
      const count = await this.#store.add(key, 1, { now, until: now + limit.seconds * 1000 });
      if (count.points <= limit.requests) return undefined;
      endsAt = count.ends_at;
      this.#exceeded.set(key, endsAt);
    }
    return Math.max(1, Math.ceil((endsAt - now) / 1000));
  }
}
