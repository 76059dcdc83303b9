import type { RankingTerms } from '../index/ranking-terms.ts';
import { TermTable } from '../index/term-ids.ts';

/** The occurrences of some terms in one field. */
interface FieldPositions {
  /** Index in the term table, per occurrence. */
  places: number[];
  /** Index in the field, per occurrence. */
  standing: number[];
  /** Number of all terms in the field. */
  length: number;
}

interface TextPositions {
  title: FieldPositions;
  text: FieldPositions;
}

/** The positions of some terms in texts. Finding them is the slow part of ranking, so it is done once. */
export class TermPositions {
  readonly terms: TermTable;
  readonly texts: readonly TextPositions[];

  constructor(texts: readonly RankingTerms[], terms: Iterable<number>) {
    this.terms = new TermTable(terms);
    this.texts = texts.map(({ title, text }) => ({
      title: this.#find(title),
      text: this.#find(text),
    }));
  }

  #find(field: Uint32Array): FieldPositions {
    const found: FieldPositions = { places: [], standing: [], length: field.length };
    const { terms } = this;
    for (let at = terms.next(field, 0); at < field.length; at = terms.next(field, at + 1)) {
      found.places.push(terms.placeOf(field[at] as number));
      found.standing.push(at);
    }
    return found;
  }
}
