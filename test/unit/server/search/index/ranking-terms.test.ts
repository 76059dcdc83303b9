import { describe, expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';

const ids = (...terms: string[]) => terms.map(termId);
const packed = (title: string, text: string) => itemTerms(title, text).ranking_terms;

describe('unpackTerms', () => {
  it('returns the packed terms in reading order, the variants last', () => {
    const { title, text } = unpackTerms(packed('E-mail outage', 'The outage of an outage'));
    expect([...title]).toEqual(ids('e', 'mail', 'outag', 'email'));
    expect([...text]).toEqual(ids('the', 'outag', 'of', 'an', 'outag'));
  });

  it('reads terms at any offset in memory', () => {
    const terms = packed('Gold', 'mine');
    const shifted = new Uint8Array(terms.length + 1).subarray(1);
    shifted.set(terms);
    expect([...unpackTerms(shifted).text]).toEqual(ids('mine'));
  });

  it('has the first thousand terms of a long text', () => {
    const long = Array.from({ length: 5_000 }, (_, at) => `w${at}`).join(' ');
    const { text } = unpackTerms(packed('', long));
    expect(text).toHaveLength(1_000);
    expect(text[999]).toBe(termId('w999'));
  });
});
