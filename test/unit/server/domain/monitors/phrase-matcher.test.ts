import { describe, expect, it } from 'vitest';
import { phraseMatcher } from '../../../../../src/server/domain/monitors/phrase-matcher.ts';

const matches = (phrase: string, text: string) => phraseMatcher([phrase])(text);

describe('a phrase matches', () => {
  it.each([
    ['a word', 'podcast', 'A podcast on chips'],
    ['a word in any case', 'Podcast', 'PODCAST: chips'],
    ['a word without diacritics', 'Muller', 'Wer ist Müller?'],
    ['words next to each other', 'live blog', 'Election: Live  blog'],
    ['words with other punctuation', 'live blog', 'Our live-blog, day two'],
    ['a possessive', 'Trump', 'Trump’s plan'],
    ['an apostrophe of another form', "don't look", 'Don’t look up'],
    ['a number', '2026', 'Outlook 2026'],
    ['the first and the last word', 'chips', 'Chips'],
    ['Han characters within a sentence', '股市', '中国股市下跌'],
    ['Japanese', 'サッカー', '日本代表サッカー試合'],
    ['Hangul with a particle', '축구', '축구를 보다'],
    ['Thai', 'ฟุตบอล', 'ข่าวฟุตบอลวันนี้'],
    ['two scripts', 'AI芯片', '新的AI芯片出口'],
  ])('%s', (_, phrase, text) => {
    expect(matches(phrase, text)).toBe(true);
  });
});

describe('a phrase does not match', () => {
  it.each([
    ['a part of a word', 'market', 'Marketing for supermarkets'],
    ['another form of a word', 'strike', 'Strikes continue'],
    ['words in another order', 'live blog', 'A blog on how to live'],
    ['words that are apart', 'live blog', 'Live: our blog'.replace(':', ' from')],
    ['Han characters that are apart', '股市', '股票市场'],
    ['an empty text', 'chips', ''],
  ])('%s', (_, phrase, text) => {
    expect(matches(phrase, text)).toBe(false);
  });
});

it('no phrases match nothing, and each of several phrases matches', () => {
  expect(phraseMatcher([])('chips')).toBe(false);
  const isEither = phraseMatcher(['chips', 'live blog']);
  expect(['Chips today', 'A live blog', 'Otters'].map(isEither)).toEqual([true, true, false]);
});
