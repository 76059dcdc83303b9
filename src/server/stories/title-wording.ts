import { storyWords } from './story-words.ts';
import { wordHash } from './word-hash.ts';

const maxWords = 64;

/**
 * A hash of the words of a title without its numbers: 32 bits, signed. Copies of one text have the
 * same, and so have texts that only count ("Otters 17", "Otters 18").
 */
export function titleWording(title: string): number {
  const words = storyWords(title, maxWords).filter(({ word }) => !/^\p{N}+/u.test(word));
  return wordHash(words.map(({ word }) => word).join(' ')) | 0;
}

/**
 * Puts the first value of each wording first, then the second of each, and so on, so that a flood of
 * similar titles does not starve other stories. The order within each round is kept.
 */
export function inTurns<Value>(
  values: readonly Value[],
  wordingOf: (value: Value) => number,
): Value[] {
  const counts = new Map<number, number>();
  const rounds: Value[][] = [];
  for (const value of values) {
    const wording = wordingOf(value);
    const round = counts.get(wording) ?? 0;
    counts.set(wording, round + 1);
    const members = rounds[round] ?? [];
    members.push(value);
    rounds[round] = members;
  }
  return rounds.flat();
}
