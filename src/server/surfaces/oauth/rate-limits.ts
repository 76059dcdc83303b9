import { LruCache } from '../../../node/lru-cache.ts';
import type { Clock } from '../../clock.ts';
import type { RateLimitStore } from '../../store/store.ts';
import { WindowCounter } from '../shared/window-counter.ts';
import { endpoints } from './endpoints.ts';
import { oauthLimits } from './limits.ts';

const { maxAuthorizations, maxTokenRequests, maxRevocations, maxRegistrations } = oauthLimits;

/** Limits per address and minute that each process counts, because these requests store nothing. */
const perMinute = new Map<string, number>([
  [endpoints.authorization, maxAuthorizations],
  [endpoints.token, maxTokenRequests],
  [endpoints.revocation, maxRevocations],
]);

/** Milliseconds. */
const registrationWindow = 10 * 60_000;

/** Rate limits of the public endpoints, in real time because they protect real resources. */
export class RateLimits {
  readonly #store: RateLimitStore;
  readonly #clock: Clock;
  readonly #counters = new Map(
    [...perMinute].map(([path, maximum]) => [
      path,
      new WindowCounter({ duration: 60_000, maximum }),
    ]),
  );
  /** When each exceeded limit ends (ms since the epoch). Saves queries for further requests. */
  readonly #exceeded = new LruCache<string, number>({ maxSize: 10_000 });

  constructor(store: RateLimitStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Counts a request. Returns `undefined` if it is allowed, or else the seconds to wait. */
  async retryAfter(endpoint: string, address: string): Promise<number | undefined> {
    if (endpoint === endpoints.registration) return this.#countRegistration(address);
    const counter = this.#counters.get(endpoint);
    const retryAfter = counter?.retryAfter(address);
    if (retryAfter === undefined) counter?.add(address);
    return retryAfter;
  }

  /** Registrations are stored, so all processes that use the same store share their limit. */
  async #countRegistration(address: string): Promise<number | undefined> {
    const key = `${endpoints.registration} ${address}`;
    const now = this.#clock.realNow();
    let endsAt = this.#exceeded.get(key) ?? 0;
    if (endsAt <= now) {
      const count = await this.#store.add(key, 1, { now, until: now + registrationWindow });
      if (count.points <= maxRegistrations) return undefined;
      endsAt = count.ends_at;
      this.#exceeded.set(key, endsAt);
    }
    return Math.max(1, Math.ceil((endsAt - now) / 1000));
  }
}
