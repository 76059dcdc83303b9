import { expect, it } from 'vitest';
import { toApiError } from '../../../../src/server/surfaces/shared/error-response.ts';
import { StoreUnavailable } from '../../../../src/storage/store-unavailable.ts';

it.each([
  [new StoreUnavailable('damaged', { cause: new Error('page 7') }), 'unavailable', false],
  [new TypeError('no function'), 'internal', true],
])('logs the stack only of an unexpected error: %s', (error, code, hasStack) => {
  const lines: (Readonly<Record<string, unknown>> | undefined)[] = [];
  const apiError = toApiError(error, 'req_1', (_level, _event, fields) => lines.push(fields));
  expect(apiError.code).toBe(code);
  expect(lines).toEqual([expect.objectContaining({ request_id: 'req_1', message: error.message })]);
  expect(lines[0]?.['stack'] !== undefined).toBe(hasStack);
});
