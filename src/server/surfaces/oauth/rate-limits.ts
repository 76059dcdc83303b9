import { LruCache } from '../../../node/lru-cache.ts';
import type { Clock } from '../../clock.ts';
import type { SharedCounter } from '../../limits/shared-counter.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import type { RateLimitStore } from '../../store/store.ts';
import { endpoints } from './endpoints.ts';
import { oauthLimits } from './limits.ts';

const { maxAuthorizations, maxTokenRequests, maxRevocations } = oauthLimits;

/** Limits per address and minute. These requests store nothing at once, unlike registrations. */
const perMinute = new Map<string, number>([
  [endpoints.authorization, maxAuthorizations],
  [endpoints.token, maxTokenRequests],
  [endpoints.revocation, maxRevocations],
]);

/** Milliseconds in which new clients are counted. */
const clientWindow = 10 * 60_000;

/** Rate limits of the public endpoints, in real time because they protect real resources. */
export class RateLimits {
  readonly #store: RateLimitStore;
  readonly #clock: Clock;
  readonly #counters: ReadonlyMap<string, SharedCounter>;
  /** When each exceeded limit ends (ms since the epoch). Saves queries for further requests. */
  readonly #exceeded = new LruCache<string, number>({ maxSize: 10_000 });

  constructor(store: RateLimitStore, counters: SharedCounters, clock: Clock) {
    this.#store = store;
    this.#counters = new Map(
      [...perMinute].map(([path, maximum]) => [
        path,
        counters.create(path, { maximum, seconds: 60 }),
      ]),
    );
    this.#clock = clock;
  }

  /** Counts a request. Returns `undefined` if it is allowed, or else the seconds to wait. */
  async retryAfter(endpoint: string, address: string): Promise<number | undefined> {
    if (endpoint === endpoints.registration) {
      return this.#countClient(`${endpoint} ${address}`, oauthLimits.maxRegistrations);
    }
    const taken = this.#counters.get(endpoint)?.take(address);
    return taken?.isTaken === false ? taken.seconds : undefined;
  }

  /** Counts a document that is fetched for a new client. Returns the seconds to wait, if any. */
  retryAfterDocument(address: string): Promise<number | undefined> {
    return this.#countClient(`client document ${address}`, oauthLimits.maxNewDocuments);
  }

  /** New clients are stored, so all processes that use the same store share their limits. */
  async #countClient(key: string, maximum: number): Promise<number | undefined> {
    const now = this.#clock.realNow();
    let endsAt = this.#exceeded.get(key) ?? 0;
    if (endsAt <= now) {
      const count = await this.#store.add(key, 1, { now, until: now + clientWindow });
      if (count.points <= maximum) return undefined;
      endsAt = count.ends_at;
      this.#exceeded.set(key, endsAt);
    }
    return Math.max(1, Math.ceil((endsAt - now) / 1000));
  }
}
