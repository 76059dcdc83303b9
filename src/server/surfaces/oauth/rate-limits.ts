import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimitStore } from '../../store/store.ts';
import { endpoints } from './endpoints.ts';

interface Limit {
  points: number;
  /** Seconds. */
  duration: number;
}

/** What one address may ask of an endpoint, by real time: the limits guard real resources. */
const limits: Readonly<Record<string, Limit>> = {
  [endpoints.registration]: { points: 20, duration: 600 },
  [endpoints.token]: { points: 120, duration: 60 },
  [endpoints.revocation]: { points: 120, duration: 60 },
};

/** Counts the requests to the endpoints that anyone may call, for all processes of a store together. */
export class RateLimits {
  readonly #store: RateLimitStore;
  /** What reaches a limit in this process alone is refused here, and costs the store nothing. */
  readonly #own = new Map(
    Object.entries(limits).map(([path, limit]) => [path, new RateLimiterMemory(limit)]),
  );

  constructor(store: RateLimitStore) {
    this.#store = store;
  }

  /** Seconds until the next request is taken; `undefined` when this one is. */
  async retryAfter(path: string, address: string): Promise<number | undefined> {
    const limit = limits[path];
    if (!limit) return undefined;
    const wait =
      (await this.#ownWait(path, address)) ?? (await this.#sharedWait(path, limit, address));
    return wait === undefined ? undefined : Math.max(1, Math.ceil(wait / 1000));
  }

  async #ownWait(path: string, address: string): Promise<number | undefined> {
    try {
      await this.#own.get(path)?.consume(address);
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return refusal.msBeforeNext;
    }
  }

  async #sharedWait(path: string, limit: Limit, address: string): Promise<number | undefined> {
    const now = Date.now();
    const window = { now, until: now + limit.duration * 1000 };
    const count = await this.#store.add(`${path} ${address}`, 1, window);
    return count.points > limit.points ? count.ends_at - now : undefined;
  }
}
