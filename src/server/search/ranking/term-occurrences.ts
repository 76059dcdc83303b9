import type { TermSpan } from '../index/ranking-terms.ts';
import { TermTable } from './term-table.ts';

/** Room for occurrences at first; there are about as many in 200 items for a query of two words. */
const initialCapacity = 1024;

/**
 * The occurrences of some terms in texts. They are found once for feedback and ranking, and are in a few
 * long arrays: with an object for each field, a search takes twice as long.
 */
export class TermOccurrences {
  readonly table: TermTable;
  readonly texts: readonly TermSpan[];
  #terms: Int32Array = new Int32Array(initialCapacity);
  #positions: Int32Array = new Int32Array(initialCapacity);
  readonly #starts: Int32Array;

  constructor(texts: readonly TermSpan[], terms: Iterable<number>) {
    this.table = new TermTable(terms);
    this.texts = texts;
    this.#starts = new Int32Array(2 * texts.length + 1);
    for (let at = 0; at < texts.length; at += 1) {
      const { ids, start, textStart, end } = texts[at] as TermSpan;
      this.#makeRoom(this.start(at) + end - start);
      const inText = this.table.findOccurrences(ids, start, textStart, this, this.start(at));
      this.#starts[2 * at + 1] = inText;
      this.#starts[2 * at + 2] = this.table.findOccurrences(ids, textStart, end, this, inText);
    }
  }

  /** The index in the table of each occurrence: text by text, its title first, in reading order. */
  get terms(): Int32Array {
    return this.#terms;
  }

  /** The place of each occurrence among the ids of its text. */
  get positions(): Int32Array {
    return this.#positions;
  }

  /** The number of the first occurrence in a title; those of the title end at {@link textStart}. */
  start(text: number): number {
    return this.#starts[2 * text] as number;
  }

  /** The number of the first occurrence in a text, apart from its title; it ends at {@link end}. */
  textStart(text: number): number {
    return this.#starts[2 * text + 1] as number;
  }

  /** The number after the last occurrence in a text. */
  end(text: number): number {
    return this.#starts[2 * text + 2] as number;
  }

  #makeRoom(occurrences: number): void {
    if (occurrences <= this.#terms.length) return;
    this.#terms = enlarged(this.#terms, 2 * occurrences);
    this.#positions = enlarged(this.#positions, 2 * occurrences);
  }
}

function enlarged(values: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity);
  larger.set(values);
  return larger;
}
