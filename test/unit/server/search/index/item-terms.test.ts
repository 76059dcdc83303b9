import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { type Analysis, analyze } from '../../../../../src/server/search/text/analyzer.ts';
import { languageOfItem } from '../../../../../src/server/search/text/detect-language.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';

const joined = ({ terms, variants }: Analysis) => [...terms, ...variants].join(' ');

const idsOf = ({ terms, variants }: Analysis) =>
  [...terms.slice(0, 1000), ...variants.slice(0, 200)].map(termId);

/** The same, from the terms as strings. Compounds have their own tests. */
const expected = (title: string, text: string) => {
  const language = languageOfItem(title, text);
  const [ofTitle, ofText] = [analyze(title, language), analyze(text, language)];
  const [titleIds, textIds] = [idsOf(ofTitle), idsOf(ofText)];
  const packed = Uint32Array.from([titleIds.length, ...titleIds, ...textIds]);
  return {
    terms: { title: joined(ofTitle), text: joined(ofText) },
    ranking_terms: [...new Uint8Array(packed.buffer)],
  };
};

const given = (title: string, text: string) => {
  const { terms, ranking_terms } = itemTerms(title, text);
  return { terms, ranking_terms: [...ranking_terms] };
};

it.each([
  ['', ''],
  ['Cocoa quotas', 'Ghana cuts exports'],
  ['E-mail at O’Neill’s', 'The U.S. and AT&T: 1,200.5 barrels, COVID-19'],
  ['ď', 'café'],
  ['Éclair ÆØ', 'Straße 金融 市场 한국어 ไทย e\u0301'],
  ['x'.repeat(200), '🚀'.repeat(90)],
])('itemTerms returns the terms that the analyzer finds in %j and %j', (title, text) => {
  expect(given(title, text)).toEqual(expected(title, text));
});

it('itemTerms returns the terms that the analyzer finds in any text', () => {
  const words = fc.array(
    fc.constantFrom('oil', 'don’t', 'e-mail', 'U.S.', 'café', '金融', '1,5', "'", '.'),
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    words.map((each) => each.join(' ')),
  );
  fc.assert(
    fc.property(text, text, (title, body) => {
      expect(given(title, body)).toEqual(expected(title, body));
    }),
  );
});

it('itemTerms returns all terms for the index and the first ones for the ranking', () => {
  const text = Array.from({ length: 30_000 }, (_, at) => `w${at} e-w${at}`).join(' ');
  expect(given('A title', text)).toEqual(expected('A title', text));
});
