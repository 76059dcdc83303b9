import { expect, it } from 'vitest';
import { counted } from '../../../src/contract/counted.ts';

it.each([
  [0, '0 monitors'],
  [1, '1 monitor'],
  [2, '2 monitors'],
])('a count of %i is written as %j', (count, text) => {
  expect(counted(count, 'monitor')).toBe(text);
});
