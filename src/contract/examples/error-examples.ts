import type { ErrorCode } from '../error-status.ts';
import type { ErrorBody, PlanRequired } from '../errors.ts';

/** A response body for each error code. */
export const errorExamples: {
  readonly [Code in ErrorCode]: Code extends 'plan_required'
    ? PlanRequired
    : ErrorBody & { error: Code };
} = {
  invalid_request: {
    error: 'invalid_request',
    message: 'limit must be a whole number from 1 to 100',
    issues: [{ field: 'limit', message: 'must be a whole number from 1 to 100' }],
  },
  rejected_destination: {
    error: 'rejected_destination',
    message: 'webhook_url must use https',
  },
  unauthorized: {
    error: 'unauthorized',
    message: 'the API key or token is unknown, has expired or was revoked',
  },
  plan_required: {
    error: 'plan_required',
    message: 'News and monitoring need a paid plan.',
    url: 'https://news.example.com/pricing',
  },
  forbidden: {
    error: 'forbidden',
    message: "you may read and run the team's monitor mon_3f9a, but not change it",
  },
  not_found: { error: 'not_found', message: 'you have no monitor "mon_0000"' },
  method_not_allowed: {
    error: 'method_not_allowed',
    message: '/api/v1/usage supports GET only',
  },
  conflict: {
    error: 'conflict',
    message: 'the connection chan_b2d4 already delivers the same monitors to this URL',
    channel_id: 'chan_b2d4',
  },
  payload_too_large: {
    error: 'payload_too_large',
    message: 'the body is larger than 1048576 bytes',
  },
  unsupported_media_type: {
    error: 'unsupported_media_type',
    message: 'the body must be sent as application/json',
  },
  rate_limited: {
    error: 'rate_limited',
    message: 'too many calls of this account run or wait; try again in 1 s',
  },
  internal: {
    error: 'internal',
    message: 'the request failed; see the server log for its request id',
  },
  unavailable: {
    error: 'unavailable',
    message: 'the store is unavailable; nothing was changed',
  },
};
