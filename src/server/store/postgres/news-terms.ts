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
  /** Each distinct term, and whether the title has it. */
  terms: ReadonlyMap<string, boolean>;
}

export function termRecord({ title, text }: IndexedNewsItem['terms']): TermRecord {
  const titleTerms = indexTerms(title.split(' '));
  const textTerms = indexTerms(text.split(' '));
  const terms = new Map<string, boolean>();
  for (const term of textTerms) terms.set(term, false);
  for (const term of titleTerms) terms.set(term, true);
  return {
    title_terms: titleTerms.join(separator),
    text_terms: textTerms.join(separator),
    terms,
  };
}

/** Terms as the index stores them, without empty ones. */
export function indexTerms(terms: readonly string[]): string[] {
  return terms.filter((term) => term !== '').map(indexTerm);
}

/** A term as the index stores it. */
export function indexTerm(term: string): string {
  return term.slice(0, maxTermLength).replace(unstorable, '\ufffd');
}
