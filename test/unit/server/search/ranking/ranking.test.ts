import { describe, expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { termSpan } from '../../../../../src/server/search/index/ranking-terms.ts';
import { weightedConcepts } from '../../../../../src/server/search/ranking/concepts.ts';
import { rank, recency } from '../../../../../src/server/search/ranking/ranking.ts';
import type { NewsCandidate } from '../../../../../src/server/store/store.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1000 * day;
const statistics = {
  size: 1000,
  frequencies: new Map([
    ['gold', 10],
    ['mine', 200],
  ]),
};

function text(id: string, title: string, description = '', age = 0): NewsCandidate {
  const terms = termSpan(itemTerms(title, description).ranking_terms);
  return { id, order_at: now - age, sequence: 1, terms, relevance: 1 };
}

/** What texts are ranked by for a query. */
function options(terms: string[], related: Record<string, string[]> = {}) {
  const concepts = terms.map((term) => {
    return { term, alternatives: [], related: related[term] ?? [], count: 1 };
  });
  return { ...weightedConcepts(concepts, statistics), averages: { title: 2, text: 2 }, now };
}

async function order(texts: NewsCandidate[], terms = ['gold', 'mine'], related = {}) {
  const ranked = await rank(texts, options(terms, related));
  return ranked.map(({ candidate }) => candidate.id);
}

describe('rank', () => {
  it('puts items with more of the query first', async () => {
    expect(await order([text('a', 'gold'), text('b', 'gold mine')])).toEqual(['b', 'a']);
  });

  it('puts the rarer term before the common one', async () => {
    expect(await order([text('a', 'mine'), text('b', 'gold')])).toEqual(['b', 'a']);
  });

  it('puts the title before the text', async () => {
    const inText = text('a', 'Peru', 'gold find reported');
    expect(await order([inText, text('b', 'gold find', 'Peru reported')])).toEqual(['b', 'a']);
  });

  it('puts items that have the words of a short query next to each other first', async () => {
    const apart = text('a', 'x x', 'gold cup found near mine');
    expect(await order([apart, text('b', 'x x', 'gold mine found near cup')])).toEqual(['b', 'a']);
    expect(await order([apart, text('c', 'x x', 'mine of gold found near')])).toEqual(['c', 'a']);
  });

  it('puts items that resemble the best before other items', async () => {
    const best = [text('a', 'gold mine strike Peru'), text('b', 'gold mine strike Lima')];
    const [unlike, alike] = [text('c', 'gold cup tennis'), text('d', 'gold strike Peru')];
    expect((await order([...best, unlike, alike])).slice(2)).toEqual(['d', 'c']);
  });

  it('ranks a related term below the term itself', async () => {
    const related = { gold: ['bullion'] };
    const texts = [text('a', 'silver'), text('b', 'bullion'), text('c', 'gold')];
    expect(await order(texts, ['gold'], related)).toEqual(['c', 'b', 'a']);
  });

  it('puts the newer of two equal items first', async () => {
    expect(await order([text('a', 'gold', '', 5 * day), text('b', 'gold')])).toEqual(['b', 'a']);
  });

  it('does not let recency outweigh relevance', async () => {
    const old = text('a', 'gold mine', '', 300 * day);
    expect(await order([old, text('b', 'mine')])).toEqual(['a', 'b']);
  });

  it('breaks ties by time, then by id', async () => {
    const texts = [
      text('c', 'gold', '', 900 * day),
      text('b', 'gold', '', 900 * day),
      text('a', 'gold', '', 900 * day + 1),
    ];
    expect(await order(texts)).toEqual(['b', 'c', 'a']);
    expect(await order(texts.toReversed())).toEqual(['b', 'c', 'a']);
  });

  it('scores relevance and the resemblance to the best, reduced by age', async () => {
    const scored = async (...texts: NewsCandidate[]) =>
      (await rank(texts, options(['gold']))).map(({ score }) => score);
    // A title of average length: one occurrence in it gives 2 / (2 + 1.2), of which 0.7 count.
    expect(await scored(text('a', 'gold x', 'x x'))).toEqual([0.4375]);
    expect(await scored(text('a', 'gold x', 'x x', 3 * day))).toEqual([0.3938]);
    // Both titles contain the terms that feedback selects.
    const both = [text('a', 'gold x', 'x x'), text('b', 'gold x', 'x x')];
    expect(await scored(...both)).toEqual([0.5739, 0.5739]);
  });

  it('reduces scores by the part of the query that occurs nowhere', async () => {
    const [known] = await rank([text('a', 'gold')], options(['gold']));
    const [half] = await rank([text('a', 'gold')], options(['gold', 'gold2']));
    expect(half?.score).toBeLessThan(0.6 * (known?.score ?? 0));
    expect(half?.score).toBeGreaterThan(0.1);
  });

  it('scores above 0 and up to 1 with 4 decimals, also items without the terms', async () => {
    const texts = [text('a', 'gold mine gold mine'), text('b', 'x')];
    const ranked = await rank(texts, options(['gold', 'mine']));
    for (const { score } of ranked) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(score).toBe(Number(score.toFixed(4)));
    }
  });

  it('accepts no candidates and empty texts', async () => {
    expect(await order([])).toEqual([]);
    expect(await order([text('a', '')])).toEqual(['a']);
  });
});

describe('recency', () => {
  it('falls with age down to its floor, and treats the future as now', () => {
    expect(recency(-day)).toBe(1);
    expect(recency(0)).toBe(1);
    expect(recency(day)).toBeGreaterThan(recency(2 * day));
    expect(recency(100_000 * day)).toBeCloseTo(0.8, 3);
  });
});
