import { expect, it } from 'vitest';
import { withSitting } from '../../../bench/harness/results.js';

it('keeps the newest sitting and the one before it', () => {
  expect(withSitting([], 'first')).toEqual(['first']);
  expect(withSitting(['first'], 'second')).toEqual(['second', 'first']);
  expect(withSitting(['second', 'first'], 'third')).toEqual(['third', 'second']);
});
