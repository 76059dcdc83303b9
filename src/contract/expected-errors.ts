import type { ErrorCode } from './error-status.ts';
import { hasIdField } from './field.ts';
import type { Operation } from './operation.ts';

/** The errors that callers of an operation should handle. Other errors have the same shape. */
export function expectedErrors(operation: Operation): ErrorCode[] {
  return [
    'invalid_request',
    'unauthorized',
    ...(operation.access === 'paid' ? (['plan_required'] as const) : []),
    ...operation.errors,
    ...(hasIdField(operation) ? (['not_found'] as const) : []),
    ...(operation.method !== 'GET'
      ? (['payload_too_large', 'unsupported_media_type'] as const)
      : []),
    'rate_limited',
    'internal',
    'unavailable',
  ];
}
