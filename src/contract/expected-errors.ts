import type { ErrorCode } from './errors.ts';
import type { Operation } from './operation.ts';

/** The errors that a caller has to expect of an operation; any other has the same shape. */
export function expectedErrors({ access, input }: Operation): ErrorCode[] {
  const namesOne = Object.keys(input.def.shape).some((field) => /(^|_)id$/.test(field));
  return [
    'invalid_request',
    'unauthorized',
    ...(access === 'paid' ? (['plan_required'] as const) : []),
    ...(namesOne ? (['not_found'] as const) : []),
    'rate_limited',
    'internal',
    'unavailable',
  ];
}
