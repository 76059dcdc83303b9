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
  expect(occurrences.terms).toEqual([1, 0, 1, 0]);
  expect(occurrences.positions).toEqual([0, 0, 2, 4]);
  const bounds = texts.map((_, at) => [
    occurrences.start(at),
    occurrences.textStart(at),
    occurrences.end(at),
  ]);
  expect(bounds).toEqual([
    [0, 1, 4],
    [4, 4, 4],
  ]);
});
