import type { RankingTerms } from '../index/ranking-terms.ts';
import { TermTable } from './term-table.ts';

/**
 * The occurrences of some terms in texts. They are found once for feedback and ranking, and are in a few
 * long arrays: with an object for each field, a search takes twice as long.
 */
export class TermOccurrences {
  readonly table: TermTable;
  readonly texts: readonly RankingTerms[];
  /** The index in the table of each occurrence: text by text, its title first, in reading order. */
  readonly terms: number[] = [];
  /** The position in the field of each occurrence. */
  readonly positions: number[] = [];
  readonly #starts: Int32Array;

  constructor(texts: readonly RankingTerms[], terms: Iterable<number>) {
    this.table = new TermTable(terms);
    this.texts = texts;
    this.#starts = new Int32Array(2 * texts.length + 1);
    for (const [at, { title, text }] of texts.entries()) {
      this.table.addOccurrences(title, this.terms, this.positions);
      this.#starts[2 * at + 1] = this.terms.length;
      this.table.addOccurrences(text, this.terms, this.positions);
      this.#starts[2 * at + 2] = this.terms.length;
    }
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
}
