import { ApiError } from '../../domain/api-error.ts';
import type { Metrics } from '../../metrics/metrics.ts';

/** The limits that reject requests and calls with 429, for metrics. docs/limits.md lists them. */
export const limitNames = [
  'address',
  'bodies',
  'concurrent_calls',
  'concurrent_requests',
  'key',
  'oauth',
  'pipelined_requests',
  'wrong_keys',
] as const;

export type LimitName = (typeof limitNames)[number];

/** A request beyond a limit: 429 with `Retry-After`. */
export class RateLimitedError extends ApiError {
  /** Seconds. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super('rate_limited', message);
    this.retryAfter = retryAfter;
  }
}

/** Counts a request that a limit rejects. */
export function countRejected(metrics: Metrics, limit: LimitName): void {
  metrics.count('newswatch_rate_limited_total', { limit });
}

/**
 * The error for a request that a limit rejects, which is counted.
 *
 * @param what too many of what, such as `wrong keys from this address`
 * @param retryAfter in seconds
 */
export function rejectedBy(
  metrics: Metrics,
  limit: LimitName,
  what: string,
  retryAfter: number,
): RateLimitedError {
  countRejected(metrics, limit);
  return new RateLimitedError(`too many ${what}; try again in ${retryAfter} s`, retryAfter);
}
