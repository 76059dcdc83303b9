import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimitStore } from '../../store/store.ts';
import { endpoints } from './endpoints.ts';

interface Limit {
  points: number;
  /** Seconds. */
  duration: number;
}

/** Requests per IP address and endpoint. Real time, as the limits protect real resources. */
const limits: Readonly<Record<string, Limit>> = {
  [endpoints.registration]: { points: 20, duration: 600 },
  [endpoints.token]: { points: 120, duration: 60 },
  [endpoints.revocation]: { points: 120, duration: 60 },
};

/** Rate limits of the public endpoints, shared by all processes that use the same store. */
export class RateLimits {
  readonly #store: RateLimitStore;
  /** Rejects what exceeds a limit in this process already, without a query to the store. */
  readonly #local = new Map(
    Object.entries(limits).map(([path, limit]) => [path, new RateLimiterMemory(limit)]),
  );

  constructor(store: RateLimitStore) {
    this.#store = store;
  }

  /** Counts a request. Returns `undefined` if it is allowed, or else the seconds to wait. */
  async retryAfter(path: string, address: string): Promise<number | undefined> {
    const limit = limits[path];
    if (!limit) return undefined;
    const wait =
      (await this.#localWait(path, address)) ?? (await this.#sharedWait(path, limit, address));
    return wait === undefined ? undefined : Math.max(1, Math.ceil(wait / 1000));
  }

  async #localWait(path: string, address: string): Promise<number | undefined> {
    try {
      await this.#local.get(path)?.consume(address);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return error.msBeforeNext;
    }
  }

  async #sharedWait(path: string, limit: Limit, address: string): Promise<number | undefined> {
    const now = Date.now();
    const window = { now, until: now + limit.duration * 1000 };
    const count = await this.#store.add(`${path} ${address}`, 1, window);
    return count.points > limit.points ? count.ends_at - now : undefined;
  }
}
