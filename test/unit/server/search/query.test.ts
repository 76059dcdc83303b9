import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../../src/node/steps.ts';
import { parseQuery, searchSteps } from '../../../../src/server/search/query.ts';

const parseSearch = (text: string) => runSteps(searchSteps(text));
const terms = (text: string) => parseQuery(text).terms.join(' ');

describe('parseQuery ignores the words of a request', () => {
  it.each([
    [
      'Tell me when a cocoa exporter or the International Cocoa Organization changes its quotas',
      'cocoa export intern organ chang quota',
    ],
    ['Which airlines cancelled flights because of strikes?', 'airlin cancel flight strike'],
    ['news about lithium', 'lithium'],
    ['the latest news on lithium prices', 'lithium price'],
    ['cocoa news', 'cocoa'],
    ['Keep us posted on the Panama Canal', 'panama canal'],
    ["What's happening with Norway's key rate", 'norwai kei rate'],
    ['I want to know about ransomware', 'ransomwar'],
    ['Watch for frost in Brazil', 'frost brazil'],
    ['Monitor the price of tin', 'price tin'],
    ['Find stories about tin', 'tin'],
    ['Please notify me whenever reports of a coup appear', 'coup appear'],
  ])('%s', (text, expected) => {
    expect(terms(text)).toBe(expected);
  });
});

describe('parseQuery keeps words that only look like a request', () => {
  it.each([
    ['Apple Watch sales', 'appl watch sale'],
    ['Fox News', 'fox new'],
    ['WHO declares an emergency', 'who declar emerg'],
    ['US tariffs', 'us tariff'],
    ['track and field', 'track field'],
    ['Show business', 'show busi'],
    ['Monitor lizard', 'monitor lizard'],
    ['the who', 'the who'],
    ['news', 'new'],
    ['tell me', 'tell me'],
  ])('%s', (text, expected) => {
    expect(terms(text)).toBe(expected);
  });
});

describe('parseQuery', () => {
  it('parses quotes as phrases, with stop words', () => {
    expect(parseQuery('the "Bank of England" and its rates')).toMatchObject({
      languages: ['en'],
      terms: ['bank', 'england', 'rate'],
      phrases: [[['bank', 'of', 'england']]],
    });
  });

  it('parses typographic quotes', () => {
    expect(parseQuery('“key rate”').phrases[0]).toEqual([['kei', 'rate']]);
  });

  it('ignores unbalanced and empty quotes', () => {
    expect(parseQuery('"key rate')).toMatchObject({ terms: ['kei', 'rate'], phrases: [] });
    expect(parseQuery('"" key "!"').phrases).toEqual([]);
  });

  it('has a hyphenated word and its parts as terms, but no single letters', () => {
    expect(parseQuery('e-mail').terms).toEqual(['mail', 'email']);
  });

  it('counts how often the query has each term', () => {
    const { counts } = parseQuery('the bank and the banks of a river');
    expect(counts).toEqual(
      new Map([
        ['bank', 2],
        ['river', 1],
      ]),
    );
  });

  it('has each term once', () => {
    expect(terms('gold Gold GOLDS')).toBe('gold');
  });

  it.each(['', ' ', '🚀', '\0', '\ud800', '"', '***', '-', '""'])('has no terms for %j', (text) => {
    expect(parseQuery(text)).toMatchObject({ terms: [], phrases: [] });
  });

  it('ignores text beyond its limits', () => {
    const words = Array.from({ length: 5000 }, (_, index) => `w${index}`).join(' ');
    expect(parseQuery(words).terms).toHaveLength(256);
    expect(parseQuery('"a b" '.repeat(1000)).phrases[0]).toHaveLength(8);
    expect(parseQuery(`"${words}"`).phrases[0]).toEqual([words.split(' ').slice(0, 32)]);
  });
});

describe('parseSearch', () => {
  const paragraph = (words: number) => `"key rate" ${'bank '.repeat(words)}`;

  it('requires the phrases of a query', () => {
    expect(parseSearch(paragraph(32)).phrases[0]).toEqual([['kei', 'rate']]);
  });

  it('ignores the quotes of a paragraph, but not the words in them', () => {
    const { phrases, terms } = parseSearch(paragraph(33));
    expect(phrases).toEqual([]);
    expect(terms).toEqual(['kei', 'rate', 'bank']);
  });
});
