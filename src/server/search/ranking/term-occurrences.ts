import type { RankingTerms } from '../index/index.ts';
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
    this.texts = texts.map(({ title, text }) => ({
      title: this.#find(title),
      text: this.#find(text),
    }));
  }

  #find(field: Uint32Array): FieldOccurrences {
    const found: FieldOccurrences = { terms: [], length: field.length };
    const { table } = this;
    for (let at = table.next(field, 0); at < field.length; at = table.next(field, at + 1)) {
      found.terms.push(table.indexOf(field[at] as number));
    }
    return found;
  }
}
