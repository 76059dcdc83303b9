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

  it('writes the occurrences of its terms in a part of an array', () => {
    const table = new TermTable(ids('gold', 'tin'));
    const field = Uint32Array.from(ids('tin', 'oil', 'gold', 'oil', 'tin', 'gold'));
    const [terms, positions] = [Int32Array.of(7, 7, 7, 7), Int32Array.of(9, 9, 9, 9)];
    expect(table.findOccurrences(field, 1, 5, { terms, positions }, 1)).toBe(3);
    expect([...terms]).toEqual([7, 0, 1, 7]);
    expect([...positions]).toEqual([9, 2, 4, 9]);
  });
});
