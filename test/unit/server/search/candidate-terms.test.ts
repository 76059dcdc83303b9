import { describe, expect, it } from 'vitest';
import { candidateTerms } from '../../../../src/server/search/candidate-terms.ts';

const statistics = (frequencies: Record<string, number>, size = 1_000_000) => ({
  size,
  frequencies: new Map(Object.entries(frequencies)),
});
const terms = (frequencies: Record<string, number>) =>
  candidateTerms(statistics(frequencies), []).terms;

describe('candidateTerms', () => {
  it('gives a rarer term the higher weight, and an occurrence in the title most of it again', () => {
    const [rare, common] = terms({ copper: 5_000, zinc: 20 });
    expect(rare?.term).toBe('zinc');
    expect(rare?.weight).toBeGreaterThan(common?.weight ?? 0);
    for (const { weight, titleWeight } of [rare, common].filter((each) => each !== undefined)) {
      expect(Number.isInteger(weight) && Number.isInteger(titleWeight)).toBe(true);
      expect(titleWeight).toBeLessThan(weight);
      expect(titleWeight).toBeGreaterThan(weight / 2);
    }
  });

  it('gives weight to a term that every item has', () => {
    const { terms } = candidateTerms(statistics({ gold: 3 }, 3), []);
    expect(terms[0]?.weight).toBeGreaterThan(0);
  });

  it('uses the rarest term in any case', () => {
    expect(terms({ gold: 900_000, tin: 950_000 }).map(({ term }) => term)).toEqual(['gold']);
    expect(terms({})).toEqual([]);
  });
});
