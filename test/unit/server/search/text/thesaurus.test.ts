import { expect, it } from 'vitest';
import { relatedTerms } from '../../../../../src/server/search/text/thesaurus.ts';

it('gives the other words of a group', () => {
  expect(relatedTerms(['walkout']).get('walkout')).toEqual(['strike', 'stoppag']);
});

it('understands an entry of several words, side by side only', () => {
  expect(relatedTerms(['industri', 'action']).get('action')).toContain('strike');
  expect(relatedTerms(['action', 'industri']).size).toBe(0);
});

it('never repeats a term of the query', () => {
  expect(relatedTerms(['walkout', 'strike']).get('walkout')).toEqual(['stoppag']);
});

it('knows nothing of most words', () => {
  expect(relatedTerms(['zambia', 'constructor', '__proto__'])).toEqual(new Map());
});
