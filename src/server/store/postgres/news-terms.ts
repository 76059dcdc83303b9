import type { IndexedNewsItem } from '../store.ts';

/** Separates the terms in `title_terms` and `text_terms`, as in `IndexedNewsItem`. */
export const separator = ' ';

/** Maximum UTF-16 code units of a term: a B-tree key can have at most 2,704 bytes. */
const maxTermLength = 512;
const unstorable = /[ \0\p{Cs}]/gu;
/** In the terms of a field: an unstorable character, an empty term, or one that is too long. */
const exceptional = new RegExp(`[\\0\\p{Cs}]|(?<![^ ])(?: |$|[^ ]{${maxTermLength + 1}})`, 'u');

/** The terms of an item as the index tables store them: those of each field in reading order. */
export interface TermRecord {
  title_terms: string;
  text_terms: string;
}

export function termRecord({ title, text }: IndexedNewsItem['terms']): TermRecord {
  return { title_terms: storedField(title), text_terms: storedField(text) };
}

/** Almost all fields can be stored as they are: checking a whole field is faster than each term. */
function storedField(field: string): string {
  if (!exceptional.test(field)) return field;
  return indexTerms(field.split(' ')).join(separator);
}

/** Calls `visit` with each term of a stored field. */
export function visitTerms(field: string, visit: (term: string) => void): void {
  let start = 0;
  while (start < field.length) {
    const next = field.indexOf(separator, start);
    const end = next < 0 ? field.length : next;
    visit(field.slice(start, end));
    start = end + 1;
  }
}

/** Terms as the index stores them, without empty ones. */
export function indexTerms(terms: readonly string[]): string[] {
  return terms.filter((term) => term !== '').map(indexTerm);
}

/** A term as the index stores it. */
export function indexTerm(term: string): string {
  return term.slice(0, maxTermLength).replace(unstorable, '\ufffd');
}
