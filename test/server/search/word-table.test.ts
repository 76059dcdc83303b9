import { expect, it } from 'vitest';
import { WordTable } from '../../../src/server/search/word-table.ts';

it('asks for the term of a word once while it is known', () => {
  const asked: string[] = [];
  const table = new WordTable(16, (word) => {
    asked.push(word);
    return word.toUpperCase();
  });
  expect(table.term('gold and gold', 0, 4)).toBe('GOLD');
  expect(table.term('gold and gold', 9, 13)).toBe('GOLD');
  expect(asked).toEqual(['gold']);
});

it('tells words apart that share their place, and stays right when it forgets', () => {
  const table = new WordTable(4, (word) => `${word}!`);
  for (let round = 0; round < 3; round += 1) {
    for (const word of ['oil', 'tin', 'gas', 'rye', 'Aa', 'BB', 'gold']) {
      expect(table.term(word, 0, word.length)).toBe(`${word}!`);
    }
  }
});
