import { expect, it } from 'vitest';
import { usesColor } from '../../../../src/cli/output/color-choice.ts';

it.each([
  [{}, true, true],
  [{}, false, false],
  [{ TERM: 'dumb' }, true, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
] as const)('with %j and a terminal: %s, output is colored: %s', (env, isTerminal, expected) => {
  expect(usesColor({ env, isTerminal })).toBe(expected);
});

it('--color overrides the environment', () => {
  const env = { NO_COLOR: '1' };
  expect(usesColor({ choice: 'always', env, isTerminal: false })).toBe(true);
  expect(usesColor({ choice: 'never', env: { FORCE_COLOR: '1' }, isTerminal: true })).toBe(false);
});
