import { LruCache } from '../../../node/lru-cache.ts';
import type { Clock } from '../../clock.ts';
import type { Quota, SharedCounter } from '../../limits/shared-counter.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { RateLimitStore } from '../../store/store.ts';
import { rejectedBy } from '../shared/rate-limited-error.ts';
import type { RequestQuota } from '../shared/request-rates.ts';
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

interface RateLimitsOptions {
  store: RateLimitStore;
  counters: SharedCounters;
  clock: Clock;
  metrics: Metrics;
}

/** The remainder of a limit, and whether the request is one that it allows. */
type Taken = Quota & { isTaken: boolean };

/** Rate limits of the public endpoints, in real time because they protect real resources. */
export class RateLimits {
  readonly #store: RateLimitStore;
  readonly #clock: Clock;
  readonly #metrics: Metrics;
  readonly #counters: ReadonlyMap<string, SharedCounter>;
  /** When each exceeded limit ends (ms since the epoch). Saves queries for further requests. */
  readonly #exceeded = new LruCache<string, number>({ maxSize: 10_000 });

  constructor({ store, counters, clock, metrics }: RateLimitsOptions) {
    this.#store = store;
    this.#counters = new Map(
      [...perMinute].map(([path, maximum]) => [
        path,
        counters.create(path, { maximum, seconds: 60 }),
      ]),
    );
    this.#clock = clock;
    this.#metrics = metrics;
  }

  /**
   * Counts a request, and adds the remainder to `quotas`.
   *
   * @throws {RateLimitedError} if nothing is left
   */
  async take(endpoint: string, address: string, quotas: RequestQuota[]): Promise<void> {
    const taken =
      endpoint === endpoints.registration
        ? await this.#countClient(`${endpoint} ${address}`, oauthLimits.maxRegistrations)
        : this.#counters.get(endpoint)?.take(address);
    if (taken) this.#note({ kind: 'oauth', ...taken }, 'requests', quotas);
  }

  /**
   * Counts a document that is fetched for a new client, and adds the remainder to `quotas`.
   *
   * @throws {RateLimitedError} if nothing is left
   */
  async takeDocument(address: string, quotas: RequestQuota[]): Promise<void> {
    const taken = await this.#countClient(
      `client document ${address}`,
      oauthLimits.maxNewDocuments,
    );
    this.#note({ kind: 'documents', ...taken }, 'new assistants', quotas);
  }

  #note(
    { isTaken, ...quota }: RequestQuota & { isTaken: boolean },
    what: string,
    quotas: RequestQuota[],
  ): void {
    quotas.push(quota);
    if (isTaken) return;
    throw rejectedBy(this.#metrics, 'oauth', `${what} from this address`, quota.seconds);
  }

  /** New clients are stored, so all processes that use the same store share their limits. */
  async #countClient(key: string, maximum: number): Promise<Taken> {
    const now = this.#clock.realNow();
    let endsAt = this.#exceeded.get(key) ?? 0;
    let points = maximum + 1;
    if (endsAt <= now) {
      const count = await this.#store.add(key, 1, { now, until: now + clientWindow });
      ({ points, ends_at: endsAt } = count);
      if (points > maximum) this.#exceeded.set(key, endsAt);
    }
    return {
      limit: { maximum, seconds: clientWindow / 1000 },
      remaining: Math.max(0, maximum - points),
      seconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
      isTaken: points <= maximum,
    };
  }
}
