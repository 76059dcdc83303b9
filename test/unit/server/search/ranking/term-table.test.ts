import { describe, expect, it } from 'vitest';
import { TermTable } from '../../../../../src/server/search/ranking/term-table.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';

const ids = (...terms: string[]) => terms.map(termId);

describe('TermTable', () => {
  it('has an index for each of its terms only', () => {
    const given = Array.from({ length: 300 }, (_, at) => termId(`term${at}`));
    const table = new TermTable([...given, ...given]);
    expect(table.size).toBe(300);
    expect(given.map((id) => table.indexOf(id))).toEqual(given.map((_, at) => at));
    expect(table.indexOf(termId('other'))).toBe(-1);
    expect(new TermTable([]).indexOf(0)).toBe(-1);
  });

  it('adds the occurrences of its terms in a field', () => {
    const table = new TermTable(ids('gold', 'tin'));
    const field = Uint32Array.from(ids('oil', 'gold', 'oil', 'tin', 'oil'));
    const found = { terms: [7], positions: [9] };
    table.addOccurrences(field, found.terms, found.positions);
    expect(found).toEqual({ terms: [7, 0, 1], positions: [9, 1, 3] });
  });
});
