import { describe, expect, it } from 'vitest';
import { analyze } from '../../../../../src/server/search/text/analyzer.ts';
import { languages } from '../../../../../src/server/search/text/languages.ts';

const terms = (text: string) => analyze(text).terms.join(' ');
const same = (one: string, other: string) => () => expect(terms(one)).toBe(terms(other));

describe('analyze maps spellings to the same term', () => {
  it('case', same('COCOA', 'cocoa'));
  it('number and tense', same('quotas raised', 'quota raising'));
  it('diacritics', same('Łódź São Tomé Ørsted', 'lodz sao tome orsted'));
  it('a combining accent', same('Bragança', 'Braganc\u0327a'));
  it('possessive', same("Ghana's farmers' crop", 'Ghana farmers crop'));
  it('typographic apostrophe', same('Ghana\u2019s', 'Ghana'));
  it('acronym with periods', same('the U.S. and the U.N.', 'the US and the UN'));
  it('acronym in a compound', same('U.S.-based', 'US based'));
  it('initials', same('AT&T and S&P', 'ATT and SP'));
  it('thousands', same('1,750 tonnes', '1750 tonnes'));
  it('full-width forms', same('ＯＰＥＣ １２', 'opec 12'));
  it('soft hyphen', same('semi\u00adconductor', 'semiconductor'));
  it('sharp s and final sigma', same('Straße λόγος', 'strasse λογοσ'));
});

describe('analyze', () => {
  it('keeps reading order and stop words', () => {
    expect(terms('To be, or not to be')).toBe('to be or not to be');
  });

  it('does not split decimal numbers', () => {
    expect(terms('at 5.93 times, up.')).toBe('at 5.93 time up');
  });

  it('splits words at a full stop without a space', () => {
    expect(terms('ended.Next')).toBe('end next');
  });

  it.each([
    ['e-mail', 'e mail', ['email']],
    ['COVID-19', 'covid 19', ['covid19']],
    ["O'Neill", 'o neill', ['oneil']],
    ['oil-rich', 'oil rich', ['oilrich']],
    ['Chicago-based', 'chicago base', []],
    ["don't", 'dont', []],
  ])('splits %s, with variants', (text, expected, variants) => {
    expect(terms(text)).toBe(expected);
    expect(analyze(text).variants).toEqual(variants);
  });

  it('pairs the characters of scripts without spaces', () => {
    expect(terms('東京都 株')).toBe('東京 京都 株');
    expect(analyze('東京都').variants).toEqual(['東', '京', '都']);
    expect(terms('ไทย')).toBe('ไท ทย');
    expect(terms('삼성은')).toBe('삼성 성은');
  });

  it('separates Latin letters from scripts without spaces', () => {
    expect(terms('AI半導体')).toBe('ai 半導 導体');
  });

  it.each([
    ['', ''],
    ['\0', ''],
    ['🚀 ☕', ''],
    ['\ud800', ''],
    ['oil\0gas', 'oil ga'],
    ['oil\ud83dgas', 'oil ga'],
    ['"*^:()-', ''],
  ])('accepts any string: %j', (text, expected) => {
    expect(terms(text)).toBe(expected);
  });

  it('cuts very long words', () => {
    expect(terms('x'.repeat(100_000))).toBe('x'.repeat(64));
  });

  it('never returns a term with a space or an upper-case letter', () => {
    const every = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join('');
    for (const term of analyze(every).terms) expect(term).toMatch(/^[^\sA-Z]+$/);
  });
});

describe('a text that is ASCII has the same terms as one with another character', () => {
  it.each([
    'OPEC raised its Quota of 1,750 TONNES.',
    "The U.S.-based firm's .NET (.Net) C3.AI e-mail, COVID-19",
    `${'Verylongword'.repeat(10)} ${'A1'.repeat(70)}`,
    'DONAUDAMPFSCHIFF und Wirtschaftsministerium',
    'KADINLARIN KAPISI',
  ])('%s', (text) => {
    for (const language of languages) {
      const { terms, variants } = analyze(`${text} \u00e9`, language);
      const { terms: ascii, variants: asciiVariants } = analyze(text, language);
      expect([terms.slice(0, -1), variants]).toEqual([ascii, asciiVariants]);
    }
  });
});
