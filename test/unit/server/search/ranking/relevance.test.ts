import { describe, expect, it } from 'vitest';
import { rarity, relevances, sum } from '../../../../../src/server/search/ranking/relevance.ts';
import { TermOccurrences } from '../../../../../src/server/search/ranking/term-occurrences.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';

const ids = (words: string) => words.split(' ').filter(Boolean).map(termId);
const field = (words: string) => Uint32Array.from(ids(words));

/** The relevances of texts, each a title and a text, for terms with a weight and related terms. */
function relevancesOf(
  texts: [title: string, text: string][],
  concepts: Record<string, { weight: number; related?: string }>,
): number[] {
  const terms = Object.entries(concepts).map(([term, { weight, related = '' }]) => ({
    term: termId(term),
    weight,
    related: ids(related),
  }));
  const occurrences = new TermOccurrences(
    texts.map(([title, text]) => ({ title: field(title), text: field(text) })),
    terms.flatMap(({ term, related }) => [term, ...related]),
  );
  return relevances(occurrences, terms);
}

describe('the relevance of a text', () => {
  it.each([
    ['one occurrence in the text', '', 'gold', 1 / 3],
    ['two occurrences in the text', '', 'gold gold', 2 / 4],
    ['one occurrence in the title', 'gold', '', 3 / 5],
    ['one in the title and one in the text', 'gold', 'gold', 4 / 6],
    ['a related term in the text', '', 'bullion', 0.5 / 2.5],
    ['a term and two related ones', '', 'gold bullion nugget', 2 / 4],
    ['no occurrence', 'tin', 'tin', 0],
  ])(
    'is half reached with two occurrences, of which a title has three: %s',
    (_, title, text, expected) => {
      const [relevance] = relevancesOf([[title, text]], {
        gold: { weight: 2, related: 'bullion nugget' },
      });
      expect(relevance).toBeCloseTo(expected);
    },
  );

  it('is the share of the weight that it reaches', () => {
    const concepts = { gold: { weight: 3 }, mine: { weight: 1 } };
    const texts: [string, string][] = [
      ['', 'gold'],
      ['', 'mine'],
    ];
    const [ofGold, ofMine] = relevancesOf(texts, concepts);
    expect(ofGold).toBeCloseTo(3 / 4 / 3);
    expect(ofMine).toBeCloseTo(1 / 4 / 3);
  });

  it('counts occurrences in a long field less and in a short one more', () => {
    const [short, long] = relevancesOf(
      [
        ['', 'gold x'],
        ['', 'gold x x x x x'],
      ],
      { gold: { weight: 1 } },
    );
    expect(short).toBeCloseTo(1 / 0.7 / (1 / 0.7 + 2));
    expect(long).toBeCloseTo(1 / 1.3 / (1 / 1.3 + 2));
  });

  it('discounts the length of a title less than that of a text', () => {
    const [short, long] = relevancesOf(
      [
        ['gold x', ''],
        ['gold x x x x x', ''],
      ],
      { gold: { weight: 1 } },
    );
    expect(short).toBeCloseTo(3 / 0.75 / (3 / 0.75 + 2));
    expect(long).toBeCloseTo(3 / 1.25 / (3 / 1.25 + 2));
  });

  it('is 0 without terms or without weight', () => {
    expect(relevancesOf([['gold', '']], {})).toEqual([0]);
    expect(relevancesOf([['gold', '']], { gold: { weight: 0 } })).toEqual([0]);
  });

  it('takes only the given terms from occurrences of more terms', () => {
    const text = { title: field('gold mine'), text: field('') };
    const occurrences = new TermOccurrences([text], ids('mine gold'));
    const [relevance] = relevances(occurrences, [{ term: termId('gold'), weight: 1 }]);
    expect(relevance).toBeCloseTo(3 / 5);
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
