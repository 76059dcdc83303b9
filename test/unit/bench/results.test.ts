import { expect, it } from 'vitest';
import { byNode, newestSpreads, withRun } from '../../../bench/harness/results.js';

const spread = { median: 1, min: 1, max: 1 };

const run = (name: string, node: string) => ({
  name,
  machine: { node },
  measured: { [name]: spread },
});

const first = run('first', 'v20.18.1');
const second = run('second', 'v20.20.2');
const third = run('third', 'v20.20.2');
const other = run('other', 'v24.1.0');

it('keeps the newest run and the one before it for each major version of Node', () => {
  expect(withRun([], first)).toEqual([first]);
  expect(withRun([first], second)).toEqual([second, first]);
  expect(withRun([second, first], other)).toEqual([other, second, first]);
  expect(withRun([other, second, first], third)).toEqual([third, other, second]);
});

it('orders runs by the version of Node', () => {
  expect(byNode([other, second, first])).toEqual([
    { major: 20, runs: [second, first] },
    { major: 24, runs: [other] },
  ]);
});

it('finds the newest spread on each version that has the figure', () => {
  expect(newestSpreads([other, second, first], 'second')).toEqual([{ major: 20, spread }]);
  expect(newestSpreads([other, second, first], 'first')).toEqual([]);
});
