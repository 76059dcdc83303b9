import type { Context } from 'hono';
import { errorStatus } from '../../../contract/error-status.ts';
import type { Log } from '../../../node/log.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import { ApiError } from '../../domain/api-error.ts';
import { UnauthorizedError } from './bearer.ts';
import { retryAfterOf } from './retry-after.ts';

/** The JSON response for an error of a request. */
export function errorResponse(error: Error, c: Context, log: Log): Response {
  const request_id: string = c.get('requestId');
  if (c.req.raw.signal.aborted) {
    log('info', 'request aborted', { request_id });
    return c.body(null, 400);
  }
  const apiError = toApiError(error, request_id, log);
  setErrorHeaders(apiError, c);
  return c.json(apiError.toJSON(), errorStatus[apiError.code]);
}

/** Sets the response headers that belong to an error. */
export function setErrorHeaders(error: ApiError, c: Context): void {
  if (error instanceof UnauthorizedError) c.header('www-authenticate', error.challenge);
  const seconds = retryAfterOf(error);
  if (seconds !== undefined) c.header('retry-after', String(seconds));
}

/** The error that a caller sees, on every surface. Internal details go to the log only. */
export function toApiError(error: Error, request_id: string, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  const { message, stack, cause } = error;
  const reason = cause instanceof Error ? cause.message : undefined;
  if (error instanceof StoreUnavailable) {
    log('error', 'request failed', { request_id, message, reason });
    return new ApiError(
      'unavailable',
      error.outcomeUnknown
        ? 'the connection to the store was lost; changes may have been made'
        : 'the store is unavailable; nothing was changed',
    );
  }
  log('error', 'request failed', { request_id, message, reason, stack });
  return new ApiError('internal', 'the request failed; see the server log for its request id');
}
