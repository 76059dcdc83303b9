import { describe, expect, it } from 'vitest';
import { adjacencies } from '../../../../../src/server/search/ranking/adjacency.ts';
import { TermOccurrences } from '../../../../../src/server/search/ranking/term-occurrences.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';
import { spanOf } from '../../../../helpers/term-span.ts';

const ids = (words: string) => words.split(' ').filter(Boolean).map(termId);
const options = { averages: { title: 1, text: 2 }, titleBoost: 2 };

/** The adjacency of each text to a query of words, each with its related words: "chip/semiconductor". */
function adjacency(query: string, texts: string[], title = '') {
  const groups = query.split(' ').map((word) => {
    const [term = '', ...related] = word.split('/');
    return { terms: ids(term), related: related.map(termId), weight: 1 };
  });
  const fields = texts.map((text) => spanOf(title, text));
  const all = groups.flatMap(({ terms, related }) => [...terms, ...related]);
  return adjacencies(new TermOccurrences(fields, all), groups, options);
}

describe('adjacencies', () => {
  it.each([
    ['neighbors', 'chip export'],
    ['neighbors after others', 'a chip export'],
    ['a stop word between them', 'chip for export'],
    ['a stop word between them, in reverse', 'export of chip'],
    ['related terms', 'semiconductor shipment'],
  ])('counts %s', (_, text) => {
    const [found = 0] = adjacency('chip/semiconductor export/shipment', [text]);
    expect(found).toBeGreaterThan(0.3);
  });

  it.each([
    ['other words between them', 'chip wait export'],
    ['reversed neighbors', 'export chip'],
    ['more than one stop word between them', 'chip for the export'],
    ['only one of them', 'chip chip'],
  ])('does not count %s', (_, text) => {
    expect(adjacency('chip export', [text])).toEqual([0]);
  });

  it('does not count neighbors in different fields', () => {
    expect(adjacency('chip export', ['export'], 'chip')).toEqual([0]);
  });

  it('counts more pairs higher, but not those of words that are no neighbors in the query', () => {
    const [one = 0, two = 0, other] = adjacency('chip export rule', [
      'chip export x',
      'chip export rule',
      'chip rule',
    ]);
    expect(two).toBeGreaterThan(one);
    expect(other).toBe(0);
  });

  it('is 0 for a query of one word', () => {
    expect(adjacency('chip', ['chip', 'export'])).toEqual([0, 0]);
  });
});
