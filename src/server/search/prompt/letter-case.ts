import type { QueryWord } from './query-words.ts';

export const capitalized = /^[^\p{L}\p{N}]*\p{Lu}/u;

export const allCaps =
  /^[^\p{L}\p{N}]*\p{Lu}[\p{Lu}\p{N}.&-]+(?:[^\p{L}\p{N}.&-][^\p{L}\p{N}]*)?$/u;

export function isCapitalized(word: QueryWord | undefined): boolean {
  return (
    word !== undefined && (word.isContent || word.folded === 'us') && capitalized.test(word.text)
  );
}
