import { describe, expect, it } from 'vitest';
import { rarity, relevances, sum } from '../../../../../src/server/search/ranking/relevance.ts';
import { TermOccurrences } from '../../../../../src/server/search/ranking/term-occurrences.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';
import { spanOf } from '../../../../helpers/term-span.ts';

const ids = (words: string) => words.split(' ').filter(Boolean).map(termId);

/** The relevances of texts, each a title and a text, for terms with a weight and related terms. */
function relevancesOf(
  texts: [title: string, text: string][],
  concepts: Record<string, { weight: number; related?: string }>,
): number[] {
  const groups = Object.entries(concepts).map(([term, { weight, related = '' }]) => ({
    terms: ids(term),
    weight,
    related: ids(related),
  }));
  const occurrences = new TermOccurrences(
    texts.map(([title, text]) => spanOf(title, text)),
    groups.flatMap(({ terms, related }) => [...terms, ...related]),
  );
  return relevances(occurrences, groups, options);
}

/** Items have a length of 10 terms: those of the title count 1.5 times. */
const options = { averages: { title: 2, text: 7 }, titleBoost: 1.5 };
const filled = (words: string, length: number) =>
  [words, ...Array(length - words.split(' ').length).fill('x')].join(' ');

describe('the relevance of a text', () => {
  it.each([
    ['one occurrence in the text', 'x x', filled('gold', 7), 1 / 2.2],
    ['two occurrences in the text', 'x x', filled('gold gold', 7), 2 / 3.2],
    ['one occurrence in the title', 'gold x', filled('x', 7), 1.5 / 2.7],
    ['one in the title and one in the text', 'gold x', filled('gold', 7), 2.5 / 3.7],
    ['a related term in the text', 'x x', filled('bullion', 7), 0.8 / 2],
    ['a term and two related ones', 'x x', filled('gold bullion nugget', 7), 2.6 / 3.8],
    ['no occurrence', 'tin', 'tin', 0],
  ])('grows with the occurrences: %s', (_, title, text, expected) => {
    const [relevance] = relevancesOf([[title, text]], {
      gold: { weight: 2, related: 'bullion nugget' },
    });
    expect(relevance).toBeCloseTo(expected);
  });

  it('counts all terms of a group fully', () => {
    const text = spanOf('x x', filled('gold oro', 7));
    const groups = [{ terms: ids('gold oro'), weight: 1 }];
    const occurrences = new TermOccurrences([text], ids('gold oro'));
    expect(relevances(occurrences, groups, options)[0]).toBeCloseTo(2 / 3.2);
  });

  it('is the share of the weight that it reaches', () => {
    const concepts = { gold: { weight: 3 }, mine: { weight: 1 } };
    const [ofGold, ofMine] = relevancesOf(
      [
        ['x x', filled('gold', 7)],
        ['x x', filled('mine', 7)],
      ],
      concepts,
    );
    expect(ofGold).toBeCloseTo((3 / 4) * (1 / 2.2));
    expect(ofMine).toBeCloseTo((1 / 4) * (1 / 2.2));
  });

  it('counts occurrences in a long item less and in a short one more', () => {
    const [short, long] = relevancesOf(
      [
        ['', filled('gold', 2)],
        ['x x', filled('gold', 17)],
      ],
      { gold: { weight: 1 } },
    );
    expect(short).toBeCloseTo(1 / (1 + 1.2 * 0.4));
    expect(long).toBeCloseTo(1 / (1 + 1.2 * 1.75));
  });

  it('does not depend on the other texts', () => {
    const text: [string, string] = ['gold x', filled('mine', 7)];
    const concepts = { gold: { weight: 3 }, mine: { weight: 1 } };
    const [alone] = relevancesOf([text], concepts);
    const [among] = relevancesOf([text, ['', filled('gold', 900)], ['mine', '']], concepts);
    expect(among).toBe(alone);
  });

  it('is 0 without terms or without weight', () => {
    expect(relevancesOf([['gold', '']], {})).toEqual([0]);
    expect(relevancesOf([['gold', '']], { gold: { weight: 0 } })).toEqual([0]);
  });

  it('takes only the given terms from occurrences of more terms', () => {
    const text = spanOf('gold x', filled('mine', 7));
    const occurrences = new TermOccurrences([text], ids('mine gold'));
    const [relevance] = relevances(occurrences, [{ terms: ids('gold'), weight: 1 }], options);
    expect(relevance).toBeCloseTo(1.5 / 2.7);
  });
});

describe('the rarity of a term', () => {
  it('is the inverse document frequency of BM25', () => {
    expect(rarity(0, 100)).toBeCloseTo(Math.log(1 + 100.5 / 0.5));
    expect(rarity(30, 100)).toBeCloseTo(Math.log(1 + 70.5 / 30.5));
  });

  it('is above 0 for a term that more items have than were counted', () => {
    expect(rarity(101, 100)).toBeCloseTo(Math.log(1 + 0.5 / 101.5));
  });
});

it('sum adds numbers', () => {
  expect(sum([1, 2, 3.5])).toBe(6.5);
  expect(sum([])).toBe(0);
});
