import type { RankingTerms } from '../index/ranking-terms.ts';
import { TermTable } from './term-table.ts';

/** The occurrences of a table's terms in one field. */
export interface FieldOccurrences {
  /** The index in the table of each occurrence, in reading order. */
  terms: number[];
  /** The position in the field of each occurrence. */
  positions: number[];
  /** The ids of all terms of the field. */
  field: Uint32Array;
  /** Number of all terms of the field. */
  length: number;
}

interface TextOccurrences {
  title: FieldOccurrences;
  text: FieldOccurrences;
}

/** The occurrences of some terms in texts. They are found once for feedback and ranking. */
export class TermOccurrences {
  readonly table: TermTable;
  readonly texts: readonly TextOccurrences[];

  constructor(texts: readonly RankingTerms[], terms: Iterable<number>) {
    this.table = new TermTable(terms);
    const find = (field: Uint32Array) => ({
      ...this.table.occurrences(field),
      field,
      length: field.length,
    });
    this.texts = texts.map(({ title, text }) => ({ title: find(title), text: find(text) }));
  }
}
