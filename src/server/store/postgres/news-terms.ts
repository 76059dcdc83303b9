import type { IndexedNewsItem } from '../store.ts';

/** Separates the terms in `title_terms` and `text_terms`. */
export const separator = '\n';

/** Maximum UTF-16 code units of a term: a B-tree key can have at most 2,704 bytes. */
const maxTermLength = 512;
const unstorable = /[\n\0\p{Cs}]/gu;

/** The terms of an item as the index tables store them. */
export interface TermRecord {
  title_terms: string;
  text_terms: string;
  /** The terms of each field in reading order. */
  title: readonly string[];
  text: readonly string[];
}

export function termRecord({ title, text }: IndexedNewsItem['terms']): TermRecord {
  const [titleTerms, textTerms] = [termsOf(title), termsOf(text)];
  return {
    title_terms: titleTerms.join(separator),
    text_terms: textTerms.join(separator),
    title: titleTerms,
    text: textTerms,
  };
}

/** Almost all fields can be stored as they are: checking a whole field is faster than each term. */
function termsOf(field: string): string[] {
  const terms = field.split(' ');
  const isStorable = field.search(unstorable) < 0;
  if (isStorable && terms.every(({ length }) => length > 0 && length <= maxTermLength))
    return terms;
  return indexTerms(terms);
}

/** Terms as the index stores them, without empty ones. */
export function indexTerms(terms: readonly string[]): string[] {
  return terms.filter((term) => term !== '').map(indexTerm);
}

/** A term as the index stores it. */
export function indexTerm(term: string): string {
  return term.slice(0, maxTermLength).replace(unstorable, '\ufffd');
}
