import { LruCache } from '../../../node/lru-cache.ts';
import { hashSecret } from '../../domain/accounts/secret.ts';
import { requestLimits } from './limits.ts';
import { RateLimitedError } from './rate-limited-error.ts';
import { WindowCounter } from './window-counter.ts';

/** Maximum number of secrets that are remembered as valid. */
const maxAccepted = 10_000;

/**
 * Checks API keys, tokens, sessions and sign-in links, and limits how many wrong ones an address
 * can try. A valid secret passes even if its address has reached the limit.
 */
export class SecretChecks {
  readonly #failures: WindowCounter;
  /** The address and hash of secrets that were valid. They skip the limit, not the look-up. */
  readonly #accepted = new LruCache<string, true>({ maxSize: maxAccepted });
  /** The addresses at the limit that have a look-up of an unknown secret in progress. */
  readonly #lookingUp = new Set<string>();

  /** @param now monotonic milliseconds (default: real time) */
  constructor(now?: () => number) {
    const maximum = requestLimits.maxFailedAuthentications;
    this.#failures = new WindowCounter({ duration: 60_000, maximum, ...(now && { now }) });
  }

  /**
   * Looks up a secret, and counts a failure if there is no such secret. At the limit, an address has
   * one look-up of an unknown secret at a time; the others are rejected before the look-up.
   *
   * @throws {RateLimitedError} if the secret is wrong and the address has reached the limit
   */
  async check<Found>(
    address: string,
    secret: string,
    lookUp: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const entry = `${address} ${hashSecret(secret)}`;
    const retryAfter = this.#failures.retryAfter(address);
    if (retryAfter === undefined || this.#accepted.get(entry)) {
      return this.#counted(address, entry, lookUp);
    }
    if (this.#lookingUp.has(address)) throw rateLimited(retryAfter);
    this.#lookingUp.add(address);
    try {
      const found = await this.#counted(address, entry, lookUp);
      if (found === undefined) throw rateLimited(retryAfter);
      return found;
    } finally {
      this.#lookingUp.delete(address);
    }
  }

  async #counted<Found>(
    address: string,
    entry: string,
    lookUp: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const found = await lookUp();
    if (found === undefined) {
      this.#accepted.delete(entry);
      this.#failures.add(address);
    } else {
      this.#accepted.set(entry, true);
    }
    return found;
  }
}

function rateLimited(retryAfter: number): RateLimitedError {
  return new RateLimitedError('wrong keys, tokens or sign-in links', retryAfter);
}
