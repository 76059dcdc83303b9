import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../../../src/server/search/query.ts';
import {
  conceptTerms,
  queryConcepts,
  weightedConcepts,
} from '../../../../../src/server/search/ranking/concepts.ts';

function weights(
  concepts: { term: string; related?: string[]; alternatives?: string[]; count?: number }[],
  frequencies: Record<string, number>,
  size = 1000,
) {
  const complete = concepts.map((concept) => {
    return { alternatives: [], related: [], count: 1, ...concept };
  });
  const statistics = { size, frequencies: new Map(Object.entries(frequencies)) };
  const weighted = weightedConcepts(complete, statistics);
  return { ...weighted, weights: weighted.concepts.map(({ weight }) => weight) };
}

describe('queryConcepts', () => {
  it('has the related terms of each term, and how often the query has it', () => {
    const concepts = queryConcepts(parseQuery('the walkout at a kiosk, walkouts'));
    expect(concepts).toMatchObject([
      { term: 'walkout', related: ['strike', 'stoppag'], count: 2 },
      { term: 'kiosk', related: [], count: 1 },
    ]);
    expect(conceptTerms(concepts)).toEqual(expect.arrayContaining(['walkout', 'strike', 'kiosk']));
  });
});

describe('weightedConcepts', () => {
  it('gives rare terms and repeated terms a higher weight', () => {
    const [gold = 0, mine = 0, twice = 0] = weights(
      [{ term: 'gold' }, { term: 'mine' }, { term: 'tin', count: 2 }],
      { gold: 10, mine: 200, tin: 10 },
    ).weights;
    expect(gold).toBeGreaterThan(mine);
    expect(twice).toBeCloseTo(2 * gold);
  });

  it('adds up the frequencies of alternatives', () => {
    const [both, one] = weights([{ term: 'gold', alternatives: ['gold.de'] }, { term: 'tin' }], {
      gold: 10,
      'gold.de': 20,
      tin: 30,
    }).weights;
    expect(both).toBe(one);
  });

  it('gives a term that no item has the weight of its most common related term', () => {
    const [gold, tin] = weights(
      [{ term: 'gold', related: ['bullion', 'nugget', 'ingot'] }, { term: 'tin' }],
      { bullion: 5, nugget: 300, tin: 300 },
    ).weights;
    expect(gold).toBe(tin);
    const [own, same] = weights([{ term: 'gold', related: ['nugget'] }, { term: 'tin' }], {
      gold: 10,
      nugget: 300,
      tin: 10,
    }).weights;
    expect(own).toBe(same);
  });

  it('gives weight to a term that every item has', () => {
    expect(weights([{ term: 'gold' }], { gold: 3 }, 3).weights[0]).toBeGreaterThan(0);
  });

  it('leaves out terms that no item has, and says how much of the query is left', () => {
    const { concepts, coverage } = weights([{ term: 'gold' }, { term: 'gold2' }], { gold: 10 });
    expect(concepts.map(({ term }) => term)).toEqual(['gold']);
    expect(coverage).toBeGreaterThan(0.2);
    expect(coverage).toBeLessThan(0.5);
    expect(weights([{ term: 'gold' }], { gold: 10 }).coverage).toBe(1);
    expect(weights([{ term: 'gold' }], {})).toMatchObject({ concepts: [], coverage: 0 });
  });

  it('keeps the 64 most important concepts of a long text, in reading order', () => {
    const terms = Array.from({ length: 70 }, (_, at) => ({ term: `t${at}` }));
    const frequencies = Object.fromEntries(terms.map(({ term }, at) => [term, 500 - at]));
    const { concepts } = weights(terms, frequencies);
    expect(concepts.map(({ term }) => term)).toEqual(terms.slice(6).map(({ term }) => term));
  });
});
