import { expect, it } from 'vitest';
import { termId } from '../../../../../src/server/search/text/term-id.ts';
import { WordTable } from '../../../../../src/server/search/text/word-table.ts';

const bytes = (text: string) => Buffer.from(text);
const numberOf = (table: WordTable, word: string) => table.numberOf(bytes(word), 0, word.length);

it('computes the term of a word once', () => {
  const asked: string[] = [];
  const table = new WordTable(16, (word) => {
    asked.push(word);
    return word.toUpperCase();
  });
  const text = bytes('gold and gold');
  expect(table.term(table.numberOf(text, 0, 4))).toBe('GOLD');
  expect(table.numberOf(text, 9, 13)).toBe(table.numberOf(text, 0, 4));
  expect(asked).toEqual(['gold']);
});

it('distinguishes words that share a cell, also after it was emptied', () => {
  const table = new WordTable(4, (word) => `${word}!`);
  for (let round = 0; round < 3; round += 1) {
    for (const word of ['oil', 'tin', 'gas', 'rye', 'Aa', 'BB', 'gold']) {
      expect(table.term(numberOf(table, word))).toBe(`${word}!`);
    }
  }
});

it('keeps the terms, ids and bytes of words while it grows', () => {
  const table = new WordTable(10_000, (word) => word.slice(0, -1));
  const words = Array.from({ length: 9_000 }, (_, at) => `word${at}s`);
  const numbers = words.map((word) => numberOf(table, word));
  expect(words.map((word) => numberOf(table, word))).toEqual(numbers);
  const out = Buffer.alloc(64);
  for (const [at, number] of numbers.entries()) {
    const term = `word${at}`;
    expect(table.id(number)).toBe(termId(term));
    expect(out.toString('latin1', 3, table.write(number, out, 3))).toBe(term);
  }
});
