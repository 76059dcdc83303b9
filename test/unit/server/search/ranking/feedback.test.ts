import { expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { learnTerms } from '../../../../../src/server/search/ranking/feedback.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';

const known = ['opec', 'ceil', 'oil', 'tin', 'the'];
const names = new Map(known.map((term) => [termId(term), term]));

function texts(...titles: string[]) {
  return titles.map((title) => unpackTerms(itemTerms(title, '').ranking_terms));
}
const terms = (titles: string[], scores: number[]) =>
  learnTerms(texts(...titles), scores).concepts.map(({ term }) => names.get(term) ?? term);

it('learns the terms that distinguish the best texts', () => {
  const others = Array.from({ length: 20 }, (_, at) => `oil oil ${at}`);
  const learned = terms(
    ['opec ceiling oil', 'opec ceiling', ...others],
    [1, 0.9, ...others.map(() => 0)],
  );
  expect(learned.slice(0, 2).sort()).toEqual(['ceil', 'opec']);
});

it('learns no stop words and no term of only one text', () => {
  expect(terms(['the opec the', 'the tin opec'], [1, 1])).toEqual(['opec']);
});

it('learns nothing from no texts and from texts without relevance', () => {
  expect(terms([], [])).toEqual([]);
  expect(terms(['opec', 'opec'], [0, 0])).toEqual([]);
});
