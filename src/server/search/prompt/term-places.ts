import type { RankingTerms } from '../index/ranking-terms.ts';
import { termId } from '../text/term-id.ts';

/** The ids of the terms of a phrase. */
export type PhraseIds = readonly number[];

export function phraseIds(phrase: readonly string[]): PhraseIds {
  return phrase.map(termId);
}

/** Where a news item has its terms. */
export interface TermPlaces {
  title: FieldPlaces;
  text: FieldPlaces;
}

const placesOfItems = new WeakMap<RankingTerms, TermPlaces>();

/** The places of the terms of an item. The rules that judge an item share them. */
export function termPlaces(item: RankingTerms): TermPlaces {
  const known = placesOfItems.get(item);
  if (known) return known;
  const places = { title: new FieldPlaces(item.title), text: new FieldPlaces(item.text) };
  placesOfItems.set(item, places);
  return places;
}

/** The position of a term that does not occur. */
const none = -1;

/** The positions of the terms of a field, in a hash table of their ids. */
class FieldPlaces {
  readonly #terms: Uint32Array;
  /** The first position of a term, plus 1; 0 in a free cell. */
  readonly #cells: Int32Array;
  readonly #mask: number;
  /** The next position of the same term, by position. */
  readonly #next: Int32Array;

  constructor(field: Uint32Array) {
    this.#terms = field;
    const capacity = 2 ** Math.ceil(Math.log2(field.length * 2 + 2));
    this.#cells = new Int32Array(capacity);
    this.#mask = capacity - 1;
    this.#next = new Int32Array(field.length);
    for (let position = field.length - 1; position >= 0; position -= 1) {
      const cell = this.#cellOf(field[position] as number);
      this.#next[position] = (this.#cells[cell] as number) - 1;
      this.#cells[cell] = position + 1;
    }
  }

  /** Number of all terms of the field. */
  get length(): number {
    return this.#terms.length;
  }

  /** Whether a term occurs exactly once. */
  hasOnce(id: number): boolean {
    const first = this.#firstOf(id);
    return first !== none && this.#next[first] === none;
  }

  /** The position of the first occurrence of a phrase; -1 if there is none. */
  positionOf(phrase: PhraseIds): number {
    let position = this.#firstOf(phrase[0]);
    while (position !== none && !this.#hasRest(phrase, position)) {
      position = this.#next[position] as number;
    }
    return position;
  }

  /** The positions of a phrase before `end`, added to `found` in reading order. */
  addPositions(phrase: PhraseIds, end: number, found: number[]): void {
    let position = this.#firstOf(phrase[0]);
    while (position !== none && position < end) {
      if (this.#hasRest(phrase, position)) found.push(position);
      position = this.#next[position] as number;
    }
  }

  /** Whether one of the terms is among the `window` terms before a position. */
  hasBefore(position: number, window: number, terms: ReadonlySet<number>): boolean {
    for (let at = Math.max(position - window, 0); at < position; at += 1) {
      if (terms.has(this.#terms[at] as number)) return true;
    }
    return false;
  }

  /** Whether the field has the terms of a phrase after the first at a position. */
  #hasRest(phrase: PhraseIds, position: number): boolean {
    for (let offset = 1; offset < phrase.length; offset += 1) {
      if (this.#terms[position + offset] !== phrase[offset]) return false;
    }
    return true;
  }

  #firstOf(id: number | undefined): number {
    return id === undefined ? none : (this.#cells[this.#cellOf(id)] as number) - 1;
  }

  #cellOf(id: number): number {
    let cell = (id ^ (id >>> 15)) & this.#mask;
    for (;;) {
      const position = this.#cells[cell] as number;
      if (position === 0 || this.#terms[position - 1] === id) return cell;
      cell = (cell + 1) & this.#mask;
    }
  }
}
