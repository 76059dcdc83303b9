import { mixed } from './word-hash.ts';

/** Number of words of a shingle. */
const longWidth = 3;
/** Number of words below which a change of one would change most of the long shingles. */
export const shortText = 20;

/** The hashes of all runs of three words, or of all words of a short text. */
export function shingles(words: readonly number[]): Set<number> {
  const width = words.length < shortText ? 1 : longWidth;
  const hashes = new Set<number>();
  for (let start = 0; start + width <= words.length; start += 1) {
    let hash = 0;
    for (const word of words.slice(start, start + width)) hash = mixed(Math.imul(hash, 31) + word);
    hashes.add(hash);
  }
  return hashes;
}

/**
 * A MinHash of a set: the share of equal values at the same places of two sketches estimates the
 * Jaccard similarity of their sets. A value has 16 bits.
 */
export function minHash(set: Iterable<number>, size: number): Uint16Array {
  const least = new Uint32Array(size).fill(0xffffffff);
  for (const member of set) {
    for (let place = 0; place < size; place += 1) {
      const hash = mixed(member + Math.imul(place + 1, 0x9e3779b9));
      if (hash < (least[place] as number)) least[place] = hash;
    }
  }
  return Uint16Array.from(least);
}

/** The estimated Jaccard similarity of the sets of two sketches of one size, from 0 to 1. */
export function similarity(a: Uint16Array, b: Uint16Array): number {
  let equal = 0;
  for (let place = 0; place < a.length; place += 1) if (a[place] === b[place]) equal += 1;
  return equal / a.length;
}
