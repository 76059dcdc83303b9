import { describe, expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { parseQuery } from '../../../../../src/server/search/query.ts';
import { analyze } from '../../../../../src/server/search/text/analyzer.ts';
import { detectLanguages } from '../../../../../src/server/search/text/detect-language.ts';
import { joinedForms } from '../../../../../src/server/search/text/joined-forms.ts';
import { languages } from '../../../../../src/server/search/text/languages.ts';
import { termAlternatives } from '../../../../../src/server/search/text/term-alternatives.ts';

const texts = {
  emoji: '🚀☕🇩🇪👩‍🚀',
  'mixed scripts': 'Tesla тесла تسلا 特斯拉 เทสลา テスラ Τέσλα',
  'lone surrogates': '\ud800 oil\udfff \udc00\ud800',
  'combining marks': `e${'\u0301'.repeat(5000)} \u0301\u0301 \u0670\u064b`,
  numbers: '1e400 -0 ٣٤٥ 1.2.3.4.5 9'.repeat(100),
  'letters and digits': 'a1'.repeat(5000),
  'joined words': 'gpt5-covid19.c3&'.repeat(600),
  apostrophes: "l'".repeat(5000),
  'one long word': 'ü'.repeat(10_000),
  'Arabic prefixes': 'وال'.repeat(3000),
  'Turkish endings': 'sının'.repeat(2000),
  periods: '.net '.repeat(2000),
};

describe.each(Object.entries(texts))('a text of %s', (_, text) => {
  it('is analyzed in each language, into terms without spaces', () => {
    for (const language of languages) {
      const { terms, variants } = analyze(text, language);
      const wrong = [...terms, ...variants].filter((term) => !/^[^\sA-Z]+$/.test(term));
      expect(wrong).toEqual([]);
    }
  });

  it('is indexed and searched for', () => {
    const { terms } = itemTerms(text, text);
    expect(terms.title).toBe(terms.text);
    expect(parseQuery(text).terms.length).toBeLessThanOrEqual(64);
    expect(detectLanguages(text).length).toBeGreaterThan(0);
    expect(joinedForms(text).length).toBeLessThanOrEqual(8);
    const alternatives = termAlternatives(text.slice(0, 100), languages);
    expect(alternatives.length).toBeLessThanOrEqual(9 * languages.length);
  });
});
