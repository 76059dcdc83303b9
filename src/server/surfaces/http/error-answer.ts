import type { Context } from 'hono';
import { type ErrorCode, errorStatus } from '../../../contract/errors.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { Log } from '../../log.ts';
import { Refusal } from '../../service/refusal.ts';

/** Seconds after which the same request may be answered (RFC 9110, 10.2.3). */
const retryAfter: ReadonlyMap<ErrorCode, number> = new Map([
  ['rate_limited', 1],
  ['unavailable', 5],
]);

/** Turns whatever a request ran into into an answer of the contract. Inner workings stay in the log. */
export function errorAnswer(error: Error, c: Context, log: Log): Response {
  if (c.req.raw.signal.aborted) {
    log('info', 'request aborted', { request_id: c.get('requestId') });
    return c.body(null, 400);
  }
  const refusal = refusalFor(error);
  const { code } = refusal;
  if (refusal !== error) {
    const { message, stack, cause } = error;
    const reason = cause instanceof Error ? cause.message : undefined;
    log('error', 'request failed', { request_id: c.get('requestId'), message, reason, stack });
  }
  if (code === 'unauthorized') c.header('www-authenticate', 'Bearer');
  const seconds = retryAfter.get(code);
  if (seconds !== undefined) c.header('retry-after', String(seconds));
  return c.json(refusal.toJSON(), errorStatus[code]);
}

function refusalFor(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    return new Refusal('unavailable', 'the service cannot reach its store; nothing was changed');
  }
  return new Refusal('internal', 'the service failed; the request id leads to its log');
}
