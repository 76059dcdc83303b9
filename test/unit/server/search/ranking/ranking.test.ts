import { describe, expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import {
  type CandidateText,
  rank,
  recency,
  toConcepts,
} from '../../../../../src/server/search/ranking/ranking.ts';

import { termId } from '../../../../../src/server/search/text/term-id.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1000 * day;
const statistics = {
  size: 1000,
  frequencies: new Map([
    ['gold', 10],
    ['mine', 200],
  ]),
};

function text(id: string, title: string, description = '', age = 0): CandidateText {
  const terms = unpackTerms(itemTerms(title, description).ranking_terms);
  const candidate = { id, order_at: now - age, ranking_terms: new Uint8Array(), relevance: 1 };
  return { candidate, ...terms };
}

async function order(texts: CandidateText[], terms = ['gold', 'mine'], related = new Map()) {
  const ranked = await rank(texts, { terms, related, statistics, now });
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

  it('puts items that resemble the best before other items', async () => {
    const best = [text('a', 'gold mine strike Peru'), text('b', 'gold mine strike Lima')];
    const [unlike, alike] = [text('c', 'gold cup tennis'), text('d', 'gold strike Peru')];
    expect((await order([...best, unlike, alike])).slice(2)).toEqual(['d', 'c']);
  });

  it('ranks a related term below the term itself', async () => {
    const related = new Map([['gold', ['bullion']]]);
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
    const query = { terms: ['gold'], related: new Map(), statistics, now };
    const scores = async (...texts: CandidateText[]) =>
      (await rank(texts, query)).map(({ score }) => score);
    // BM25F gives one occurrence in the title 0.6, which is 0.6 of the score.
    expect(await scores(text('a', 'gold'))).toEqual([0.36]);
    expect(await scores(text('a', 'gold', '', 3 * day))).toEqual([0.324]);
    // Both titles contain the terms that feedback selects.
    expect(await scores(text('a', 'gold'), text('b', 'gold'))).toEqual([0.6, 0.6]);
  });

  it('scores above 0 and up to 1 with 4 decimals, also items without the terms', async () => {
    const texts = [text('a', 'gold mine gold mine'), text('b', 'x')];
    const query = { terms: ['gold', 'mine'], related: new Map(), statistics, now };
    const ranked = await rank(texts, query);
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

describe('toConcepts', () => {
  const weight = (terms: string[], size: number, frequencies: [string, number][]) =>
    toConcepts(terms, new Map(), { size, frequencies: new Map(frequencies) }).map(
      (concept) => concept.weight,
    );

  it('has the related terms of each term', () => {
    const related = new Map([['gold', ['bullion']]]);
    const concepts = toConcepts(['gold', 'mine'], related, { size: 0, frequencies: new Map() });
    expect(concepts.map((concept) => concept.related)).toEqual([[termId('bullion')], []]);
  });

  it('gives a term that no item has the weight of its most common related term', () => {
    const weights = (terms: string[], frequencies: [string, number][]) =>
      toConcepts(terms, new Map([['gold', ['bullion', 'nugget', 'ingot']]]), {
        size: 1000,
        frequencies: new Map(frequencies),
      }).map((concept) => concept.weight);
    const [gold, other] = weights(
      ['gold', 'tin'],
      [
        ['bullion', 5],
        ['nugget', 300],
        ['tin', 300],
      ],
    );
    expect(gold).toBe(other);
    const [own, same] = weights(
      ['gold', 'tin'],
      [
        ['gold', 10],
        ['nugget', 300],
        ['tin', 10],
      ],
    );
    expect(own).toBe(same);
  });

  it('treats common words as common even if the store is small', () => {
    const [common = 0, rare = 0] = weight(['make', 'cocoa'], 10, [
      ['make', 1],
      ['cocoa', 1],
    ]);
    expect(rare).toBeGreaterThan(2 * common);
  });

  it('is above 0 for a term that every item has', () => {
    const [everywhere = 0] = weight(['make'], 1_000_000, [['make', 1_000_000]]);
    expect(everywhere).toBeGreaterThan(0);
  });
});
