import type { Context } from 'hono';
import { type ErrorCode, errorStatus } from '../../contract/errors.ts';
import type { Log } from '../../node/log.ts';
import { StoreUnavailable } from '../../storage/store-unavailable.ts';
import { ApiError } from '../domain/api-error.ts';
import { Unauthorized } from './bearer.ts';

/** Seconds after which the same request may be answered (RFC 9110, 10.2.3). */
const retryAfter: ReadonlyMap<ErrorCode, number> = new Map([
  ['rate_limited', 1],
  ['unavailable', 5],
]);

/** Turns whatever a request ran into into an answer of the contract. */
export function errorResponse(error: Error, c: Context, log: Log): Response {
  const request_id: string = c.get('requestId');
  if (c.req.raw.signal.aborted) {
    log('info', 'request aborted', { request_id });
    return c.body(null, 400);
  }
  const refusal = toApiError(error, request_id, log);
  setErrorHeaders(refusal, c);
  return c.json(refusal.toJSON(), errorStatus[refusal.code]);
}

/** What an answer says of an error besides its body. */
export function setErrorHeaders(refusal: ApiError, c: Context): void {
  if (refusal instanceof Unauthorized) c.header('www-authenticate', refusal.challenge);
  const seconds = retryAfter.get(refusal.code);
  if (seconds !== undefined) c.header('retry-after', String(seconds));
}

/** What the caller is told of an error, on every surface. Inner workings stay in the log. */
export function toApiError(error: Error, request_id: string, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  const { message, stack, cause } = error;
  const reason = cause instanceof Error ? cause.message : undefined;
  log('error', 'request failed', { request_id, message, reason, stack });
  if (error instanceof StoreUnavailable) {
    return new ApiError(
      'unavailable',
      error.outcomeUnknown
        ? 'the service lost its store on the way; whether anything was changed is not known'
        : 'the service cannot reach its store; nothing was changed',
    );
  }
  return new ApiError('internal', 'the service failed; the request id leads to its log');
}
