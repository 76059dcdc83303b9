import { LruCache } from '../../../node/lru-cache.ts';
import { hashSecret } from '../../domain/accounts/secret.ts';
import type { SharedCounter } from '../../limits/shared-counter.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { requestLimits } from './limits.ts';
import { type RateLimitedError, rejectedBy } from './rate-limited-error.ts';

/** Maximum number of secrets that are remembered as valid. */
const maxAccepted = 10_000;

/** Maximum number of look-ups of an address at the limit, the one in progress included. */
const maxQueued = 100;

/**
 * Checks API keys, tokens, sessions and sign-in links, and limits how many wrong ones an address
 * can try, of all servers. A valid secret passes even if its address has reached the limit.
 */
export class SecretChecks {
  readonly #failures: SharedCounter;
  readonly #metrics: Metrics;
  /** The hashes of secrets that were valid. They skip the queue, not the look-up. */
  readonly #accepted = new LruCache<string, true>({ maxSize: maxAccepted });
  /** The look-ups of unknown secrets, by address at the limit. */
  readonly #queues = new Map<string, { length: number; last: Promise<unknown> }>();

  constructor(counters: SharedCounters, metrics: Metrics) {
    this.#metrics = metrics;
    const maximum = requestLimits.maxFailedAuthentications;
    this.#failures = counters.create('wrong_keys', { maximum, seconds: 60 });
  }

  /**
   * Looks up a secret, and counts a failure if there is no such secret. At the limit, the secrets of
   * an address that were not valid before are looked up one after another.
   *
   * @throws {RateLimitedError} if the address has reached the limit, and the secret is wrong or too
   *   many look-ups wait
   */
  async check<Found>(
    address: string,
    secret: string,
    lookUp: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const hash = hashSecret(secret);
    const counted = () => this.#counted(address, hash, lookUp);
    const retryAfter = this.#failures.retryAfter(address);
    if (retryAfter === undefined || this.#accepted.get(hash)) return counted();
    const queue = this.#queues.get(address) ?? { length: 0, last: Promise.resolve() };
    if (queue.length >= maxQueued) throw this.#rejected(retryAfter);
    this.#queues.set(address, queue);
    queue.length += 1;
    const found = queue.last.then(counted, counted);
    queue.last = found;
    try {
      if ((await found) === undefined) throw this.#rejected(retryAfter);
      return await found;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.#queues.delete(address);
    }
  }

  #rejected(retryAfter: number): RateLimitedError {
    const what = 'wrong keys, tokens or sign-in links from this address';
    return rejectedBy(this.#metrics, 'wrong_keys', what, retryAfter);
  }

  async #counted<Found>(
    address: string,
    hash: string,
    lookUp: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const found = await lookUp();
    if (found === undefined) {
      this.#accepted.delete(hash);
      this.#failures.add(address);
    } else {
      this.#accepted.set(hash, true);
    }
    return found;
  }
}
