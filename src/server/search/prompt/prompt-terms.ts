import type { RankingTerms } from '../index/ranking-terms.ts';
import { TermTable } from '../ranking/term-table.ts';
import { termId } from '../text/term-id.ts';

/** A phrase, as indexes of its terms in the {@link PromptTerms}. */
export type IndexedPhrase = readonly number[];

/** Where a text has the terms of a prompt. */
export interface TermPlaces {
  title: FieldPlaces;
  text: FieldPlaces;
}

/** The terms that a prompt looks for: each term of a text is looked up only once. */
export class PromptTerms {
  readonly #table: TermTable;

  constructor(phrases: Iterable<readonly string[]>) {
    this.#table = new TermTable([...phrases].flat().map(termId));
  }

  /** @param phrase one of the phrases, or a part of one */
  indexed(phrase: readonly string[]): IndexedPhrase {
    return phrase.map((term) => this.#table.indexOf(termId(term)));
  }

  placesIn({ title, text }: RankingTerms): TermPlaces {
    return {
      title: new FieldPlaces(title, this.#table),
      text: new FieldPlaces(text, this.#table),
    };
  }
}

/** The index of a term that the prompt does not have, and the position of one that does not occur. */
const none = -1;

class FieldPlaces {
  /** The index of each term of the field. */
  readonly #terms: Int32Array;
  /** The first position of each term of the prompt. */
  readonly #first: Int32Array;
  /** The next position of the same term, by position. */
  readonly #next: Int32Array;

  constructor(field: Uint32Array, table: TermTable) {
    this.#terms = new Int32Array(field.length);
    this.#first = new Int32Array(table.size).fill(none);
    this.#next = new Int32Array(field.length);
    for (let position = field.length - 1; position >= 0; position -= 1) {
      const index = table.indexOf(field[position] as number);
      this.#terms[position] = index;
      if (index === none) continue;
      this.#next[position] = this.#first[index] as number;
      this.#first[index] = position;
    }
  }

  /** Number of all terms of the field. */
  get length(): number {
    return this.#terms.length;
  }

  /** Whether a term occurs exactly once. */
  hasOnce(index: number): boolean {
    const first = this.#first[index] ?? none;
    return first !== none && this.#next[first] === none;
  }

  /** The position of the first occurrence of a phrase; -1 if there is none. */
  positionOf(phrase: IndexedPhrase): number {
    let position = this.#first[phrase[0] ?? none] ?? none;
    while (position !== none && !this.#hasRest(phrase, position)) {
      position = this.#next[position] as number;
    }
    return position;
  }

  /** The positions of a phrase before `end`, added to `found` in reading order. */
  addPositions(phrase: IndexedPhrase, end: number, found: number[]): void {
    let position = this.#first[phrase[0] ?? none] ?? none;
    while (position !== none && position < end) {
      if (this.#hasRest(phrase, position)) found.push(position);
      position = this.#next[position] as number;
    }
  }

  /** Whether one of the terms is among the `window` terms before a position. */
  hasBefore(position: number, window: number, terms: IndexedPhrase): boolean {
    for (let at = Math.max(position - window, 0); at < position; at += 1) {
      if (terms.includes(this.#terms[at] ?? none)) return true;
    }
    return false;
  }

  /** Whether the field has the terms of a phrase after the first at a position. */
  #hasRest(phrase: IndexedPhrase, position: number): boolean {
    for (let offset = 1; offset < phrase.length; offset += 1) {
      if (this.#terms[position + offset] !== phrase[offset]) return false;
    }
    return true;
  }
}
