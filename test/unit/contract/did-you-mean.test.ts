import { expect, it } from 'vitest';
import { didYouMean } from '../../../src/contract/did-you-mean.ts';

it.each([
  ['promt', ['id', 'prompt'], '; did you mean prompt?'],
  ['hoursAgo', ['query', 'hours_ago'], '; did you mean hours_ago?'],
  ['BASE-URL', ['base_url'], '; did you mean base_url?'],
  ['signal', ['since', 'interval'], ''],
  ['x', ['id'], ''],
  ['x', [], ''],
  ['constructor', ['id'], ''],
  ['q'.repeat(1_000_000), ['query'], ''],
])('%j', (text, known, suggestion) => {
  expect(didYouMean(text, known)).toBe(suggestion);
});
