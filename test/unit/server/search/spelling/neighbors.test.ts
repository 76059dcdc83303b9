import { describe, expect, it } from 'vitest';
import { neighbors } from '../../../../../src/server/search/spelling/neighbors.ts';

describe('neighbors', () => {
  it.each([
    ['two letters transposed', 'googel', 'google'],
    ['a letter deleted', 'reccession', 'recession'],
    ['a letter replaced', 'electiom', 'election'],
    ['a letter inserted', 'inflaton', 'inflation'],
    ['the first letter inserted', 'nflation', 'inflation'],
    ['the last letter inserted', 'inflatio', 'inflation'],
    ['a Cyrillic letter', 'инфлция', 'инфляция'],
    ['a Greek letter', 'πληθωρσμος', 'πληθωρισμος'],
    ['an Arabic letter', 'تضخخم', 'تضخم'],
  ])('has words with %s', (_, word, other) => {
    expect(neighbors(word)).toContain(other);
  });

  it('has each word once and not the word itself', () => {
    const found = neighbors('aaaa');
    expect(new Set(found).size).toBe(found.length);
    expect(found).not.toContain('aaaa');
  });

  it.each([
    ['short words', 'oil'],
    ['long words', 'a'.repeat(25)],
    ['words with digits', 'gpt5x'],
    ['words of two scripts', 'googлe'],
    ['scripts without letters to choose from', '半導体製造'],
  ])('is empty for %s', (_, word) => {
    expect(neighbors(word)).toEqual([]);
  });

  it('is bounded', () => {
    expect(neighbors('abcdefghijklmnopqrstuvwx').length).toBeLessThan(1400);
  });
});
