import { expect, it } from 'vitest';
import { TermOccurrences } from '../../../../../src/server/search/ranking/term-occurrences.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';
import { spanOf } from '../../../../helpers/term-span.ts';

const ids = (words: string) => words.split(' ').filter(Boolean).map(termId);

it('finds the occurrences of its terms in the title and the text', () => {
  const texts = [spanOf('gold price', 'tin and gold and tin'), spanOf('', 'oil')];
  const occurrences = new TermOccurrences(texts, ids('tin gold'));
  expect(occurrences.table.size).toBe(2);
  expect([...occurrences.terms.subarray(0, 4)]).toEqual([1, 0, 1, 0]);
  expect([...occurrences.positions.subarray(0, 4)]).toEqual([2, 4, 6, 8]);
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

it('finds any number of occurrences', () => {
  const texts = [400, 3000, 5].map((count) => spanOf('tin', Array(count).fill('gold').join(' ')));
  const occurrences = new TermOccurrences(texts, ids('tin gold'));
  expect(texts.map((_, at) => occurrences.end(at) - occurrences.textStart(at))).toEqual([
    400, 3000, 5,
  ]);
  const { terms, positions } = occurrences;
  expect([...terms.subarray(0, occurrences.end(2))].filter((term) => term === 1)).toHaveLength(
    3405,
  );
  expect(positions[occurrences.end(1) - 1]).toBe(2 + 1 + 3000 - 1);
});
