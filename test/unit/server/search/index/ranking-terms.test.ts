import { describe, expect, it } from 'vitest';
import { packTerms, unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { isSingle, TermTable, termId } from '../../../../../src/server/search/index/term-ids.ts';
import { analyze } from '../../../../../src/server/search/text/analyzer.ts';

const ids = (...terms: string[]) => terms.map(termId);

describe('ranking terms', () => {
  it('come back as they were packed, in reading order, the variants last', () => {
    const packed = packTerms(analyze('E-mail outage'), analyze('The outage of an outage'));
    const { title, text } = unpackTerms(packed);
    expect([...title]).toEqual(ids('e', 'mail', 'outag', 'email'));
    expect([...text]).toEqual(ids('the', 'outag', 'of', 'an', 'outag'));
  });

  it('are read wherever a driver puts them in memory', () => {
    const packed = packTerms(analyze('Gold'), analyze('mine'));
    const shifted = new Uint8Array(packed.length + 1).subarray(1);
    shifted.set(packed);
    expect([...unpackTerms(shifted).text]).toEqual(ids('mine'));
  });

  it('are those of the beginning of a long text', () => {
    const long = Array.from({ length: 5_000 }, (_, at) => `w${at}`).join(' ');
    const { text } = unpackTerms(packTerms(analyze(''), analyze(long)));
    expect(text).toHaveLength(1_000);
    expect(text[999]).toBe(termId('w999'));
  });
});

describe('termId', () => {
  it('tells terms of one character from all others', () => {
    expect(['a', '7', '金'].map(termId).every(isSingle)).toBe(true);
    expect(['aa', '金融', ''].map(termId).some(isSingle)).toBe(false);
  });

  it('hardly ever gives two terms the same number', () => {
    const all = Array.from({ length: 50_000 }, (_, at) => termId(`term${at}`));
    expect(new Set(all).size).toBeGreaterThan(49_990);
  });
});

describe('TermTable', () => {
  it('knows its terms by their places, and no others', () => {
    const given = Array.from({ length: 300 }, (_, at) => termId(`term${at}`));
    const table = new TermTable([...given, ...given]);
    expect(table.size).toBe(300);
    expect(given.map((id) => table.placeOf(id))).toEqual(given.map((_, at) => at));
    expect(table.placeOf(termId('other'))).toBe(-1);
    expect(new TermTable([]).placeOf(0)).toBe(-1);
  });

  it('finds the next of its terms, and none where there is none', () => {
    const table = new TermTable(ids('gold', 'tin'));
    const field = Uint32Array.from(ids('oil', 'gold', 'oil', 'tin', 'oil'));
    expect([0, 1, 2, 3, 4, 5].map((start) => table.next(field, start))).toEqual([1, 1, 3, 3, 5, 5]);
  });
});
