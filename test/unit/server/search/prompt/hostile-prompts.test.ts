import { expect, it } from 'vitest';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';

/** UTF-16 code units, so many that these tests time out if any step takes quadratic time. */
const size = 1_000_000;

it.each([' ', '\n', '\u2003', '- ', ', '])(
  'a prompt with a million of %j is read in linear time',
  (piece) => {
    const { exclusions } = readPrompt(`oil${piece.repeat(size / piece.length)}but not palm oil`);
    expect(exclusions.length).toBeLessThanOrEqual(1);
  },
);

it.each(['; ', '\n', '\n- ', 'a;', 'oil/', 'neither ', 'and ', 'its ', 'Fiat & ', 'Fiat and '])(
  'a prompt with a million characters of %j is read in linear time',
  (piece) => {
    const { clauses } = readPrompt(`oil ${piece.repeat(size / piece.length)}nor gas`);
    expect(clauses.length).toBeGreaterThan(0);
  },
);

it('every exclusion that is read is kept', () => {
  const exclusions = Array.from({ length: 100 }, (_, at) => `not topic${at}`).join(', ');
  expect(readPrompt(`oil but ${exclusions}`).exclusions).toHaveLength(100);
});

it.each([
  ['losses of more than 1e400 dollars', 'more than 1e400'],
  ['the price falls below -5', 'below -5'],
  ['a margin below \u2212$3', 'below \u2212$3'],
])('the amount of %j is reported as unread and is no word', (prompt, unread) => {
  const { unreadLimits, limits, wanted } = readPrompt(prompt);
  expect([unreadLimits, limits]).toEqual([[unread], []]);
  expect(wanted).not.toContain(unread);
});

it.each(['vaccines for under-5s', 'fares for over 65s', 'a curfew for under-16s'])(
  'ages are words and no unread amount: %s',
  (prompt) => {
    const { unreadLimits, wanted } = readPrompt(prompt);
    expect([unreadLimits, wanted]).toEqual([[], prompt]);
  },
);

it.each([
  'INTERNATIONAL BUSINESS MACHINES EARNINGS',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.repeat(9),
  'INTERNATIONAL BUSINESS MACHINES '.repeat(80),
  "AT&T's ".repeat(250),
  'A.B-C&D.'.repeat(1000),
])('a prompt in capitals is read in linear time: %s', (prompt) => {
  expect(readPrompt(prompt).clauses.length).toBeGreaterThan(0);
});

it('a name that is explained after a comma is enough', () => {
  const [clause = []] = readPrompt('International Business Machines, the computer maker').clauses;
  expect(clause).toHaveLength(1);
});
