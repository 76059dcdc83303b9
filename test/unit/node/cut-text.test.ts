import { expect, it } from 'vitest';
import { endOfText, startOfText } from '../../../src/node/cut-text.ts';

const text = 'one secret two';

it('returns a text that fits unchanged', () => {
  expect([startOfText(text, 14), endOfText(text, 14)]).toEqual([text, text]);
});

it('leaves out a word that does not fit', () => {
  expect([startOfText(text, 8), endOfText(text, 8)]).toEqual(['one ', ' two']);
});

it('cuts a text that is one long word', () => {
  const word = 'x'.repeat(2000);
  expect([startOfText(word, 1000), endOfText(word, 1000)]).toEqual(
    Array(2).fill('x'.repeat(1000 - 256)),
  );
});
