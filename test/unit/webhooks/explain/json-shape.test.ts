import { expect, it } from 'vitest';
import { jsonShape } from '../../../../src/webhooks/explain/json-shape.ts';

it.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[1,{"b":2}]}', 3],
  ['{"[{[{":"[[["}', 1],
  ['{"\\"[[":1}', 1],
  ['[[],[[]],[]]', 3],
  [']]]][', 1],
])('%s has the depth %i', (text, depth) => {
  expect(jsonShape(text).depth).toBe(depth);
});

it.each([
  ['{"a":1}', false],
  ['"a"', false],
  ['{"a":"', true],
  ['{"a":"\\', true],
  ['{"a":[1}', true],
  ['', false],
])('%s is cut: %s', (text, isCut) => {
  expect(jsonShape(text).isCut).toBe(isCut);
});

it.each([[[]], [[1, 2]], [{ a: [1, { b: 2 }], c: 'x,[' }], [[[[[1], 2]]]]])(
  'counts the levels of the indented lines of %j',
  (value) => {
    const lines = JSON.stringify(value, null, '\t').split('\n');
    const levels = lines.map((line) => line.lastIndexOf('\t') + 1);
    const sum = levels.reduce((total, level) => total + level, 0);
    // An empty array is one line, but counts as three.
    const empty = JSON.stringify(value) === '[]' ? 1 : 0;
    expect(jsonShape(JSON.stringify(value)).indentation).toBe(sum + empty);
  },
);
