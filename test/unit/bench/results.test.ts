import { expect, it } from 'vitest';
import { byNode, newestSpreads, withSitting } from '../../../bench/harness/results.js';

const spread = { median: 1, min: 1, max: 1 };

const sitting = (name: string, node: string) => ({
  name,
  machine: { node },
  measured: { [name]: spread },
});

const first = sitting('first', 'v20.18.1');
const second = sitting('second', 'v20.20.2');
const third = sitting('third', 'v20.20.2');
const other = sitting('other', 'v24.1.0');

it('keeps the newest sitting and the one before it for each major version of Node', () => {
  expect(withSitting([], first)).toEqual([first]);
  expect(withSitting([first], second)).toEqual([second, first]);
  expect(withSitting([second, first], other)).toEqual([other, second, first]);
  expect(withSitting([other, second, first], third)).toEqual([third, other, second]);
});

it('orders sittings by the version of Node', () => {
  expect(byNode([other, second, first])).toEqual([
    { major: 20, sittings: [second, first] },
    { major: 24, sittings: [other] },
  ]);
});

it('finds the newest spread on each version that has the figure', () => {
  expect(newestSpreads([other, second, first], 'second')).toEqual([{ major: 20, spread }]);
  expect(newestSpreads([other, second, first], 'first')).toEqual([]);
});
