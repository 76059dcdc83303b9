import { describe, expect, it } from 'vitest';
import { candidateTerms, candidateWeights } from '../../../../src/server/search/candidate-terms.ts';

const statistics = (frequencies: Record<string, number>, size = 1_000_000) => ({
  size,
  frequencies: new Map(Object.entries(frequencies)),
});
const terms = (frequencies: Record<string, number>, weights: Record<string, number> = {}) =>
  candidateTerms(
    new Map(Object.keys(frequencies).map((term) => [term, weights[term] ?? 1])),
    statistics(frequencies),
    [],
  ).terms;
const concept = (term: string, weight: number) => {
  return { term, weight, alternatives: [], related: [], count: 1 };
};

describe('candidateTerms', () => {
  it('weights terms in integers, and adds most of the weight for an occurrence in the title', () => {
    const weights = { copper: 1.2345, zinc: 6.7891 };
    const [zinc, copper] = terms({ copper: 5_000, zinc: 20 }, weights);
    expect(zinc).toEqual({ term: 'zinc', weight: 6789, titleWeight: 5431 });
    expect(copper).toEqual({ term: 'copper', weight: 1235, titleWeight: 988 });
  });

  it('uses the rarest term in any case', () => {
    expect(terms({ gold: 900_000, tin: 950_000 }).map(({ term }) => term)).toEqual(['gold']);
    expect(terms({})).toEqual([]);
  });

  it('ignores terms that occur in no item', () => {
    const weights = new Map([
      ['gold', 2],
      ['unobtainium', 9],
    ]);
    const chosen = candidateTerms(weights, statistics({ gold: 3 }), []);
    expect(chosen.terms.map(({ term }) => term)).toEqual(['gold']);
  });
});

describe('candidateWeights', () => {
  it('gives alternatives the weight of their term, and related terms most of it', () => {
    const rate = { ...concept('rate', 4), alternatives: ['taux.fr'], related: ['yield'] };
    expect(candidateWeights([rate])).toEqual(
      new Map([
        ['rate', 4],
        ['taux.fr', 4],
        ['yield', 3.2],
      ]),
    );
  });

  it('gives a term of two concepts the higher weight', () => {
    const both = [{ ...concept('deal', 4), related: ['pact'] }, { ...concept('pact', 3) }];
    expect(candidateWeights(both).get('pact')).toBe(3.2);
    expect(candidateWeights(both.toReversed()).get('pact')).toBe(3.2);
  });
});
