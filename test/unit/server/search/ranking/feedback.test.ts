import { expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { termSpan } from '../../../../../src/server/search/index/ranking-terms.ts';
import { learnTerms } from '../../../../../src/server/search/ranking/feedback.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';

/** Texts, each from its title. */
function texts(titles: string[]) {
  return titles.map((title) => termSpan(itemTerms(title, '').ranking_terms));
}

/** The learned words, the most important first. */
function learned(titles: string[], scores: number[]): string[] {
  const words = new Map(
    titles.flatMap((title) => title.split(' ')).map((word) => [termId(word), word]),
  );
  return learnTerms(texts(titles), scores).groups.map(
    ({ terms }) => words.get(terms[0] ?? 0) ?? '?',
  );
}

const repeated = (word: string, times: number) => Array<string>(times).fill(word).join(' ');
const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${word}x${at}`);

it('selects the terms that distinguish the best texts', () => {
  const others = Array.from({ length: 20 }, (_, at) => `oil oil ${at}`);
  const words = learned(
    ['the opec quota oil', 'the opec quota', ...others],
    [1, 0.9, ...others.map(() => 0)],
  );
  expect(words).toEqual(['opec', 'quota', 'oil']);
});

it('selects neither stop words nor single characters nor terms of only one text', () => {
  expect(learned(['the opec x x', 'the tin tin opec x'], [1, 1])).toEqual(['opec']);
  expect(learned(['copper', 'opec', 'opec'], [1, 1, 1])).toEqual(['opec']);
});

it('returns no terms without texts, or if no text is relevant', () => {
  expect(learned([], [])).toEqual([]);
  expect(learned(['opec', 'opec'], [0, 0])).toEqual([]);
  expect(learned(['opec', 'opec', 'tin'], [0, 0, 1])).toEqual([]);
});

it('selects only from the ten best texts', () => {
  const titles = [...Array(4).fill('tin'), ...Array(10).fill('opec')];
  const scores = titles.map((title) => (title === 'opec' ? 0.9 : 0.8));
  expect(learned(titles, scores)).toEqual(['opec']);
  expect(learned(titles.slice(1, 5), scores.slice(1, 5))).toEqual(['tin']);
});

it('weighs terms by the score and the brevity of their texts', () => {
  expect(learned(['tin tin', 'opec opec', 'tin', 'opec'], [0.5, 0.9, 0, 0])).toEqual([
    'opec',
    'tin',
  ]);
  expect(learned(['tin gas gas', 'opec', 'tin', 'opec'], [1, 1, 0, 0])).toEqual(['opec', 'tin']);
});

it('selects the twenty terms of the highest weight', () => {
  const words = numbered('w', 25);
  const title = words.map((word, at) => repeated(word, at + 1)).join(' ');
  expect(learned([title, title, 'x'], [1, 1, 0])).toEqual(words.toReversed().slice(0, 20));
});

it('compares only the eighty most frequent terms with the other texts', () => {
  const rareIsLearned = (others: number) => {
    const common = numbered('w', others).join(' ');
    const best = `opec ${common} ${common}`;
    return learned([best, best, ...Array(10).fill(common)], [1, 1]).includes('opec');
  };
  expect(rareIsLearned(79)).toBe(true);
  expect(rareIsLearned(80)).toBe(false);
});
