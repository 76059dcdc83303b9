import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { endpoints } from './endpoints.ts';

/** What one address may ask of an endpoint, by real time: the limits guard real resources. */
const limits: Readonly<Record<string, { points: number; duration: number }>> = {
  [endpoints.registration]: { points: 20, duration: 600 },
  [endpoints.token]: { points: 120, duration: 60 },
  [endpoints.revocation]: { points: 120, duration: 60 },
};

/** Counts the requests to the endpoints that anyone may call. */
export class RateLimits {
  readonly #limiters = new Map(
    Object.entries(limits).map(([path, limit]) => [path, new RateLimiterMemory(limit)]),
  );

  /** Seconds until the next request is taken; `undefined` when this one is. */
  async retryAfter(path: string, address: string): Promise<number | undefined> {
    try {
      await this.#limiters.get(path)?.consume(address);
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    }
  }
}
