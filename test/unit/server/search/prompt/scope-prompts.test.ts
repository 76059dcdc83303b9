import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/server/search/prompt/describe-prompt.ts';
import type { QueryUnit } from '../../../../../src/server/search/prompt/query-unit.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { analyze } from '../../../../../src/server/search/text/analyzer.ts';
import { scopePrompts } from './scope-prompts.ts';

type Alternative = string[];

/** All ways to choose one alternative of each part. */
function product(parts: readonly Alternative[][]): Alternative[] {
  return parts.reduce<Alternative[]>(
    (whole, part) => whole.flatMap((left) => part.map((right) => [...left, ...right])),
    [[]],
  );
}

function expectedAlternatives(notation: string): Alternative[] {
  return notation
    .split(' | ')
    .flatMap((whole) =>
      product(whole.split(' ').map((part) => part.split('/').map((each) => each.split('+')))),
    );
}

function wordsOfUnit({ kind, label, parts }: QueryUnit): string[] {
  const areKnown = parts?.some(
    ({ spellings, phrase }) => spellings.length > 0 || phrase.length > 1,
  );
  if (areKnown && parts) return parts.flatMap(wordsOfUnit);
  return kind === 'name' || kind === 'quoted' ? [label] : label.split(' ');
}

/** The terms of words, without those that only news has. */
function normalized(words: Alternative): string[] {
  const terms = words.map((word) => analyze(word.replaceAll('_', ' ')).terms.join('_'));
  return [...new Set(terms)].filter(Boolean).sort();
}

function isMet(actual: Alternative, expected: Alternative): boolean {
  const has = normalized(actual);
  const required = normalized(expected.filter((word) => !word.endsWith('?')));
  const allowed = normalized(expected.map((word) => word.replace('?', '')));
  return (
    required.every((word) => has.includes(word)) && has.every((word) => allowed.includes(word))
  );
}

function isSame(actual: readonly Alternative[], expected: readonly Alternative[]): boolean {
  return (
    actual.every((each) => expected.some((other) => isMet(each, other))) &&
    expected.every((each) => actual.some((other) => isMet(other, each)))
  );
}

function readAlternatives(prompt: string): { asked: Alternative[]; excluded: Alternative[] } {
  const { clauses, exclusions } = readPrompt(prompt);
  const asked = clauses.flatMap((clause) =>
    product(
      clause.map(({ alternatives }) => alternatives.map((units) => units.flatMap(wordsOfUnit))),
    ),
  );
  return { asked, excluded: exclusions.map((units) => units.flatMap(wordsOfUnit)) };
}

const inWords = (alternatives: readonly Alternative[]) =>
  alternatives.map((words) => normalized(words).join(' ')).join(' | ');

describe('alternatives and names in prompts', () => {
  it.each(scopePrompts)('%s', (prompt, notation) => {
    const [asked = '', excluded] = notation.split(' - ');
    const actual = readAlternatives(prompt);
    const hasAsked = isSame(actual.asked, expectedAlternatives(asked));
    const hasExcluded = isSame(
      actual.excluded,
      excluded === undefined ? [] : expectedAlternatives(excluded),
    );
    const read = [actual.asked, actual.excluded].map(inWords).join(' - ');
    expect(hasAsked && hasExcluded ? notation : read).toBe(notation);
  });
});

it.each([
  ["What is happening with Brazil's foreign debt?", 'News about "Brazil" and "foreign debt".'],
  ['attacks on ships or tankers', 'News that reports ("attacks ships" or "attacks tankers").'],
])('%s is understood as %s', (prompt, understood) => {
  expect(describePrompt(readPrompt(prompt))).toBe(understood);
});
