import type { RankingTerms } from '../index/ranking-terms.ts';
import { TermTable } from './term-table.ts';

/** The occurrences of some terms in a field. */
interface FieldOccurrences {
  /** For each occurrence, the index of its term in the table. */
  terms: number[];
  /** The number of all terms of the field. */
  length: number;
}

interface TextOccurrences {
  title: FieldOccurrences;
  text: FieldOccurrences;
}

/** Where some terms occur in texts. Finding them takes longer than everything computed from it. */
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
