import { expect, it } from 'vitest';
import { outcomeOfError, retriedErrors } from '../../../../../src/server/delivery/outcome.ts';
import { describeError } from '../../../../../src/server/surfaces/pages/delivery-words.ts';

it.each([
  ...retriedErrors(),
  'redirect',
  String(outcomeOfError('ADDRESS_REJECTED').error),
  'plan_lapsed',
])('has words for %s', (code) => {
  expect(describeError(code)).toMatch(/^[A-Z][^_]+[^._]$/);
});

it.each([
  ['http_503', 'The receiver answered HTTP 503 (unavailable)'],
  ['http_418', 'The receiver answered HTTP 418'],
  ['something_new', 'something_new'],
  ['constructor', 'constructor'],
])('describes %s', (code, words) => {
  expect(describeError(code)).toBe(words);
});
