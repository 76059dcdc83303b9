import { describe, expect, it } from 'vitest';
import { readPrompt } from '../../../../src/server/search/prompt/read-prompt.ts';
import { parseQuery } from '../../../../src/server/search/query.ts';
import { searchedText } from '../../../../src/server/search/searched-text.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`);

describe('searchedText', () => {
  it.each([
    '',
    ' ',
    'otters',
    '"sea otters" in Norway',
    'a "b',
    '中国 半導体の輸出規制',
    '"" "!" -',
  ])('keeps an ordinary text: %j', (text) => {
    expect(searchedText(text)).toEqual({ searched: text, ignored: '' });
  });

  it('keeps 256 terms', () => {
    const text = words(256).join(' ');
    expect(searchedText(text).ignored).toBe('');
    expect(searchedText(`${text} and otters `)).toEqual({
      searched: `${text} `,
      ignored: 'and otters',
    });
  });

  it('counts the terms of a hyphenated word', () => {
    const { searched, ignored } = searchedText('well-known '.repeat(200));
    expect(searched.match(/well/g)).toHaveLength(128);
    expect(ignored.match(/well/g)).toHaveLength(72);
  });

  it('counts words without terms', () => {
    expect(searchedText('- '.repeat(300)).ignored.match(/-/g)).toHaveLength(44);
  });

  it('divides text without spaces between characters', () => {
    expect(searchedText(`otters ${'中'.repeat(400)}`)).toEqual({
      searched: `otters ${'中'.repeat(255)}`,
      ignored: '中'.repeat(145),
    });
    expect(searchedText('𠀀'.repeat(400)).searched).toBe('𠀀'.repeat(256));
  });

  it('counts each character of a long word', () => {
    const { ignored } = searchedText(`${'𠀀'.repeat(150)} ${words(150).join(' ')}`);
    expect(ignored.split(' ')).toEqual(words(150).slice(106));
  });

  it('keeps eight phrases', () => {
    const phrases = '“a b” '.repeat(8);
    expect(searchedText(`${phrases}"" otters “c d” more`)).toEqual({
      searched: `${'"a b" '.repeat(8)}"" otters `,
      ignored: '“c d” more',
    });
  });

  it('ends a phrase that it divides', () => {
    const { searched } = searchedText(`"${words(300).join(' ')}" otters`);
    expect(searched.endsWith('word255 "')).toBe(true);
  });

  it('does not end an unbalanced quote', () => {
    expect(searchedText(`"${words(300).join(' ')}`).searched.endsWith('word255 ')).toBe(true);
  });
});

describe('a prompt or query of 10,000 characters', () => {
  const length = 10_000;
  it.each([
    ['distinct words', words(2000).join(' ')],
    ['one repeated word', 'x '.repeat(5000)],
    ['names', `plain words ${words(2000).join(' ').toUpperCase()}`],
    ['alternatives', words(2000).join(' or ')],
    ['lists', words(2000).join(', ')],
    ['clauses', words(2000).join(' if ')],
    ['hyphens', 'a-'.repeat(length / 2)],
    ['parentheses', '(a'.repeat(length / 2)],
    [
      'characters without spaces',
      Array.from({ length }, (_, i) => String.fromCharCode(0x4e00 + i)).join(''),
    ],
    [
      'phrases',
      words(2000)
        .map((word) => `"${word}"`)
        .join(' '),
    ],
    ['one phrase', `"${words(2000).join(' ')}"`],
    ['related words', 'grain wheat strike '.repeat(600)],
  ])('is searched for at most 256 terms: %s', (_, text) => {
    const query = parseQuery(text.slice(0, length));
    expect(query.terms.length).toBeLessThanOrEqual(256);
    const [phrases = []] = query.phrases;
    expect(phrases.length).toBeLessThanOrEqual(8);
    const { clauses } = readPrompt(text.slice(0, length));
    const units = clauses.flat().flatMap(({ alternatives }) => alternatives.flat());
    expect(units.flatMap(({ phrase }) => phrase).length).toBeLessThanOrEqual(256);
  });
});
