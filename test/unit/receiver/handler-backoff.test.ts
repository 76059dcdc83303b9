import { expect, it } from 'vitest';
import { handlerBackoff } from '../../../src/receiver/handler-backoff.ts';

it('the backoff grows with each failure, up to five minutes', () => {
  expect([1, 2, 3, 4, 5, 6, 99].map(handlerBackoff)).toEqual([
    1000, 4000, 16_000, 64_000, 256_000, 300_000, 300_000,
  ]);
});
