import type { RankingTerms } from '../index/ranking-terms.ts';
import { TermTable } from './term-table.ts';

/** The occurrences of a table's terms in one field. */
interface FieldOccurrences {
  /** The index in the table of each occurrence, in reading order. */
  terms: number[];
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
      terms: this.table.occurrences(field),
      length: field.length,
    });
    this.texts = texts.map(({ title, text }) => ({ title: find(title), text: find(text) }));
  }
}
