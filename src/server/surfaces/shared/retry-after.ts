import type { ErrorCode } from '../../../contract/error-status.ts';
import type { ApiError } from '../../domain/api-error.ts';
import { InjectedError } from '../../testing/faults.ts';
import { RateLimitedError } from './rate-limited-error.ts';

const seconds: ReadonlyMap<ErrorCode, number> = new Map([
  ['rate_limited', 1],
  ['unavailable', 5],
]);

/** Seconds for `Retry-After` (RFC 9110, section 10.2.3); `undefined` if a retry is no use. */
export function retryAfterOf(error: ApiError): number | undefined {
  const isSet = error instanceof RateLimitedError || error instanceof InjectedError;
  return (isSet ? error.retryAfter : undefined) ?? seconds.get(error.code);
}
