import { describe, expect, it } from 'vitest';
import { evidenceOf, unitPhrases } from '../../../../../src/server/search/prompt/evidence.ts';
import type { QueryUnit } from '../../../../../src/server/search/prompt/query-unit.ts';
import { termPlaces } from '../../../../../src/server/search/prompt/term-places.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';

const terms = (words: string) => words.split(' ').filter(Boolean);
const field = (words: string) => Uint32Array.from(terms(words).map(termId));
const filler = (length: number) => 'x '.repeat(length);

function unit(kind: QueryUnit['kind'], phrase: string, others: Partial<QueryUnit> = {}): QueryUnit {
  return { label: phrase, kind, phrase: terms(phrase), spellings: [], related: [], ...others };
}

function evidence(of: QueryUnit, title: string, text: string): number {
  const places = termPlaces({ title: field(title), text: field(text) });
  return evidenceOf(unitPhrases(of), places);
}

describe('the evidence of a word', () => {
  const cocoa = unit('word', 'cocoa');

  it.each([
    ['in the title', 'x cocoa', '', 1],
    ['in the title and far back in the text', 'cocoa', `${filler(400)}cocoa`, 1],
    ['at the start of the text', '', 'cocoa', 0.8],
    ['at the end of the lead', '', `${filler(59)}cocoa`, 0.8],
    ['after the lead', '', `${filler(60)}cocoa`, 0.65],
    ['at the end of the opening', '', `${filler(149)}cocoa`, 0.65],
    ['after the opening', '', `${filler(150)}cocoa`, 0.35],
    ['nowhere', 'x', 'x', 0],
    ['in the lead of a text of 150 terms', '', `cocoa ${filler(149)}`, 0.8],
    ['once in a text of 151 terms', '', `cocoa ${filler(150)}`, 0.7],
    ['twice in a text of 151 terms', '', `cocoa ${filler(149)}cocoa`, 0.8],
  ])('%s', (_, title, text, expected) => {
    expect(evidence(cocoa, title, text)).toBe(expected);
  });

  it('without terms is 0', () => {
    expect(evidence(unit('word', ''), 'x', 'x')).toBe(0);
  });
});

describe('the evidence of a phrase', () => {
  const keyRate = unit('word', 'key rate');

  it.each([
    ['its words together', 'the key rate', '', 1],
    ['its words together after a false start', 'key key rate', '', 1],
    ['its words apart', 'key interest rate', '', 0.85],
    ['its words in title and text', 'key', 'rate', 0.85 * 0.8],
    ['its words in another order', 'rate key', '', 0.85],
    ['only one word', 'key', 'key', 0],
    [
      'its words together but passing: one of them occurs once',
      '',
      `key rate key ${filler(150)}`,
      0.7,
    ],
    ['its words together and repeated', '', `key rate ${filler(150)}key rate`, 0.8],
  ])('%s', (_, title, text, expected) => {
    expect(evidence(keyRate, title, text)).toBeCloseTo(expected);
  });

  it('of three words needs all three in their order', () => {
    const phrase = unit('quoted', 'key lending rate');
    expect(evidence(phrase, 'key lending rate', '')).toBe(1);
    expect(evidence(phrase, 'key lending x', '')).toBe(0);
    expect(evidence(phrase, 'key x rate', '')).toBe(0);
  });

  it('in quotes is 0 if its words are apart', () => {
    expect(evidence(unit('quoted', 'key rate'), 'key interest rate', 'key interest rate')).toBe(0);
  });
});

describe('the evidence of other words for a unit', () => {
  it('of another spelling is that of the unit itself', () => {
    const name = unit('name', 'world health organ', { spellings: [['who'], ['oms']] });
    expect(evidence(name, 'who', '')).toBe(1);
    expect(evidence(name, '', 'oms')).toBe(0.8);
  });

  it('of a related phrase is three quarters', () => {
    const word = unit('word', 'cocoa', { related: [['cacao'], ['chocol', 'bean']] });
    expect(evidence(word, 'cacao', '')).toBe(0.75);
    expect(evidence(word, '', 'chocol bean')).toBeCloseTo(0.75 * 0.8);
    expect(evidence(word, 'cacao', 'cocoa')).toBe(0.8);
  });
});

describe('the evidence of a part of a name', () => {
  it('is that of its specific word if the text also has the full name', () => {
    const name = unit('name', 'halden bank');
    expect(evidence(name, 'halden', 'halden bank')).toBe(1);
    expect(evidence(name, 'halden', '')).toBe(0);
    expect(evidence(name, 'bank', 'halden bank')).toBe(0.8);
  });

  it('is reduced for two of three words together', () => {
    const name = unit('name', 'halden ridg mine');
    expect(evidence(name, 'halden ridg', '')).toBe(0.85);
    expect(evidence(name, '', 'ridg mine')).toBeCloseTo(0.85 * 0.8);
    expect(evidence(name, 'halden mine', '')).toBe(0);
    expect(evidence(name, 'halden', '')).toBe(0);
  });

  it('is 0 for only its last word', () => {
    expect(evidence(unit('name', 'halden ridg omega'), 'omega', '')).toBe(0);
  });

  it('prefers the full name plus one specific word to two words', () => {
    const name = unit('name', 'halden ridg mine');
    expect(evidence(name, 'halden ridg', 'halden ridg mine')).toBe(1);
  });

  it('is 0 for two words that are not specific', () => {
    expect(evidence(unit('name', 'halden price report'), 'price report', '')).toBe(0);
  });

  it('is 0 for two words of which the first begins many names', () => {
    const name = unit('name', 'intern cocoa organ');
    expect(evidence(name, 'intern cocoa', '')).toBe(0);
    expect(evidence(name, 'cocoa organ', '')).toBe(0.85);
  });
});
