import type { IndexedNewsItem } from '../store.ts';

/** Parts the terms of a field where they are kept as one text. */
export const separator = '\n';

/** An occurrence in the title is worth this many in the text. */
const titleWeight = 3;
/** What a `smallint` holds: an occurrence or a length beyond it changes no order. */
const mostCounted = 32_767;
/** A key of a B-tree holds 2,704 bytes, and each of these is up to three. */
const longestTerm = 512;
const unkept = /[\n\0\p{Cs}]/gu;

/** An item's terms as the tables of the index take them. */
export interface TermRecord {
  title_terms: string;
  text_terms: string;
  /** Each term once, with its occurrences, those in the title worth several. */
  weights: ReadonlyMap<string, number>;
  /** How many terms the item has. */
  length: number;
}

export function termRecord({ title, text }: IndexedNewsItem['terms']): TermRecord {
  const titleTerms = indexTerms(title.split(' '));
  const textTerms = indexTerms(text.split(' '));
  const weights = new Map<string, number>();
  const count = (terms: readonly string[], worth: number) => {
    for (const term of terms) {
      weights.set(term, Math.min((weights.get(term) ?? 0) + worth, mostCounted));
    }
  };
  count(titleTerms, titleWeight);
  count(textTerms, 1);
  return {
    title_terms: titleTerms.join(separator),
    text_terms: textTerms.join(separator),
    weights,
    length: Math.min(titleTerms.length + textTerms.length, mostCounted),
  };
}

/** The same for several; the empty text is no term. */
export function indexTerms(terms: readonly string[]): string[] {
  return terms.filter((term) => term !== '').map(indexTerm);
}

/** A term as the index knows it. */
export function indexTerm(term: string): string {
  return term.slice(0, longestTerm).replace(unkept, '\ufffd');
}
