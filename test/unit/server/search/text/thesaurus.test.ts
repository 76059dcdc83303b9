import { expect, it } from 'vitest';
import { relatedTerms } from '../../../../../src/server/search/text/thesaurus.ts';

it('relatedTerms returns the other words of a group', () => {
  expect(relatedTerms(['walkout']).get('walkout')).toEqual(['strike', 'stoppag']);
});

it('relatedTerms finds a phrase only if its words are adjacent', () => {
  expect(relatedTerms(['industri', 'action']).get('action')).toContain('strike');
  expect(relatedTerms(['action', 'industri']).size).toBe(0);
});

it('relatedTerms returns the abbreviation of a phrase', () => {
  expect(relatedTerms(['third', 'quarter', 'loss']).get('quarter')).toContain('q3');
});

it('relatedTerms omits the terms of the query', () => {
  expect(relatedTerms(['walkout', 'strike']).get('walkout')).toEqual(['stoppag']);
});

it('relatedTerms omits words that are not in the thesaurus', () => {
  expect(relatedTerms(['zambia', 'constructor', '__proto__'])).toEqual(new Map());
});
