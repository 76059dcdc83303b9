import { expect, it } from 'vitest';
import { packTerms, unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { termId } from '../../../../../src/server/search/index/term-ids.ts';
import { learnTerms } from '../../../../../src/server/search/ranking/feedback.ts';
import { analyze } from '../../../../../src/server/search/text/analyzer.ts';

const known = ['opec', 'ceil', 'oil', 'tin', 'the'];
const names = new Map(known.map((term) => [termId(term), term]));

function texts(...titles: string[]) {
  return titles.map((title) => unpackTerms(packTerms(analyze(title), analyze(''))));
}
const terms = (titles: string[], scores: number[]) =>
  learnTerms(texts(...titles), scores).concepts.map(({ term }) => names.get(term) ?? term);

it('learns from the best what sets them apart from the others', () => {
  const others = Array.from({ length: 20 }, (_, at) => `oil oil ${at}`);
  const learned = terms(
    ['opec ceiling oil', 'opec ceiling', ...others],
    [1, 0.9, ...others.map(() => 0)],
  );
  expect(learned.slice(0, 2).sort()).toEqual(['ceil', 'opec']);
});

it('learns no stop words, and nothing that only one text has', () => {
  expect(terms(['the opec the', 'the tin opec'], [1, 1])).toEqual(['opec']);
});

it('learns nothing from nothing', () => {
  expect(terms([], [])).toEqual([]);
  expect(terms(['opec', 'opec'], [0, 0])).toEqual([]);
});
