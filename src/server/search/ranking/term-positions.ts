import type { RankingTerms } from '../index/ranking-terms.ts';
import { TermTable } from '../index/term-ids.ts';

/** Some terms where they occur in a field: each has its place in the table, and stands somewhere. */
interface FoundInField {
  places: number[];
  standing: number[];
  /** How many terms the field has in all. */
  length: number;
}

interface FoundInText {
  title: FoundInField;
  text: FoundInField;
}

/** What texts have of some terms. To look for them takes longer than all that is made of it. */
export class TermPositions {
  readonly terms: TermTable;
  readonly texts: readonly FoundInText[];

  constructor(texts: readonly RankingTerms[], terms: Iterable<number>) {
    this.terms = new TermTable(terms);
    this.texts = texts.map(({ title, text }) => ({
      title: this.#find(title),
      text: this.#find(text),
    }));
  }

  #find(field: Uint32Array): FoundInField {
    const found: FoundInField = { places: [], standing: [], length: field.length };
    const { terms } = this;
    for (let at = terms.next(field, 0); at < field.length; at = terms.next(field, at + 1)) {
      found.places.push(terms.placeOf(field[at] as number));
      found.standing.push(at);
    }
    return found;
  }
}
