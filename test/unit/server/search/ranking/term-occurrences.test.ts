import { expect, it } from 'vitest';
import { TermOccurrences } from '../../../../../src/server/search/ranking/term-occurrences.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';

const ids = (words: string) => words.split(' ').filter(Boolean).map(termId);
const field = (words: string) => Uint32Array.from(ids(words));

it('finds the occurrences of its terms in the title and the text', () => {
  const texts = [
    { title: field('gold price'), text: field('tin and gold and tin') },
    { title: field(''), text: field('oil') },
  ];
  const occurrences = new TermOccurrences(texts, ids('tin gold'));
  expect(occurrences.table.size).toBe(2);
  expect(occurrences.texts).toEqual([
    {
      title: { terms: [1], positions: [0], field: texts[0]?.title, length: 2 },
      text: { terms: [0, 1, 0], positions: [0, 2, 4], field: texts[0]?.text, length: 5 },
    },
    {
      title: { terms: [], positions: [], field: texts[1]?.title, length: 0 },
      text: { terms: [], positions: [], field: texts[1]?.text, length: 1 },
    },
  ]);
});
