import type { Fingerprint } from './fingerprint.ts';
import { isSameStory } from './same-story.ts';

/** Values of a sketch that two versions of a story must share to be compared. */
const bandWidth = 2;
/** Maximum number of entries that a fingerprint is compared with: those with the most bands in common. */
const maxComparisons = 64;

/** More than the number of all other bands: entries with the same text are compared first. */
const sameTextWeight = 1_000;

interface Entry<Value> {
  fingerprint: Fingerprint;
  value: Value;
}

/**
 * Finds versions of a story among many fingerprints without comparing all of them: those that have
 * bands of their MinHashes in common (locality-sensitive hashing).
 */
export class StoryIndex<Value> {
  readonly #entries: Entry<Value>[] = [];
  /** The positions of the entries that have a band, newest last. */
  readonly #bands = new Map<string, number[]>();

  add(fingerprint: Fingerprint, value: Value): void {
    const position = this.#entries.push({ fingerprint, value }) - 1;
    for (const band of bandsOf(fingerprint)) {
      const positions = this.#bands.get(band);
      if (positions) positions.push(position);
      else this.#bands.set(band, [position]);
    }
  }

  /** The entries that are versions of the same story, the most similar first. */
  find(fingerprint: Fingerprint): Entry<Value>[] {
    const shared = new Map<number, number>();
    const ownText = textBand(fingerprint);
    for (const band of bandsOf(fingerprint)) {
      const weight = band === ownText ? sameTextWeight : 1;
      for (const position of this.#bands.get(band)?.slice(-maxComparisons) ?? []) {
        shared.set(position, (shared.get(position) ?? 0) + weight);
      }
    }
    return [...shared]
      .sort(([a, bandsOfA], [b, bandsOfB]) => bandsOfB - bandsOfA || b - a)
      .slice(0, maxComparisons)
      .flatMap(([position]) => this.#entries[position] ?? [])
      .filter((entry) => isSameStory(entry.fingerprint, fingerprint));
  }
}

function bandsOf(fingerprint: Fingerprint): string[] {
  const { whole, lead } = fingerprint;
  const bands = [textBand(fingerprint)];
  for (const [name, sketch] of [['w', whole] as const, ['l', lead] as const]) {
    for (let start = 0; start < sketch.length; start += bandWidth) {
      bands.push(`${name}${start} ${sketch.subarray(start, start + bandWidth).join(' ')}`);
    }
  }
  return bands;
}

function textBand({ text }: Fingerprint): string {
  return `text ${text.join(' ')}`;
}
