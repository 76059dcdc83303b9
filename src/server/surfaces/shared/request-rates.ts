import { defaultRateLimits, parseRateLimit, type RateLimitKind } from '../../../node/rate-limit.ts';
import type { Quota, SharedCounter } from '../../limits/shared-counter.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { rejectedBy } from './rate-limited-error.ts';

/** Limits such as `600/1m`, or `off`, by kind. */
export type RateLimitSettings = Readonly<Partial<Record<RateLimitKind, string>>>;

/** The remainder of a rate limit that applies to a request. `oauth` and `documents`: those of OAuth. */
export type RequestQuota = Quota & { kind: RateLimitKind | 'oauth' | 'documents' };

const subjects: Readonly<Record<RateLimitKind, string>> = {
  key: 'with this key',
  address: 'from this address',
};

/** Limits the requests of each API key or assistant, and of each address, on all surfaces and servers. */
export class RequestRates {
  readonly #counters = new Map<RateLimitKind, SharedCounter>();

  readonly #metrics: Metrics;

  constructor(counters: SharedCounters, metrics: Metrics, settings: RateLimitSettings = {}) {
    this.#metrics = metrics;
    for (const kind of ['key', 'address'] as const) {
      const limit = parseRateLimit(settings[kind] ?? defaultRateLimits[kind]);
      if (limit && limit.maximum < Number.POSITIVE_INFINITY) {
        this.#counters.set(kind, counters.create(kind, limit));
      }
    }
  }

  /**
   * Counts a request, and adds the remainder to `quotas`.
   *
   * @param subject the key or the address
   * @throws {RateLimitedError} if nothing is left
   */
  take(kind: RateLimitKind, subject: string, quotas: RequestQuota[]): void {
    const taken = this.#counters.get(kind)?.take(subject);
    if (!taken) return;
    quotas.push({ kind, ...taken });
    if (taken.isTaken) return;
    const { maximum, seconds } = taken.limit;
    const what = `requests ${subjects[kind]}, ${maximum} in ${seconds} s are allowed`;
    throw rejectedBy(this.#metrics, kind, what, taken.seconds);
  }
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11). */
export function rateLimitHeaders(quotas: readonly RequestQuota[]): [string, string][] {
  if (quotas.length === 0) return [];
  const policies = quotas.map(
    ({ kind, limit }) => `"${kind}";q=${limit.maximum};w=${limit.seconds}`,
  );
  const left = quotas.map(
    ({ kind, remaining, seconds }) => `"${kind}";r=${remaining};t=${seconds}`,
  );
  return [
    ['ratelimit-policy', policies.join(', ')],
    ['ratelimit', left.join(', ')],
  ];
}
