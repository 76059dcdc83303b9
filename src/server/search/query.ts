import { contentWords } from './prompt/query-words.ts';
import { quotations, searchedText } from './searched-text.ts';
import { analyze } from './text/analyzer.ts';

export interface Query {
  /** Distinct, in reading order. */
  terms: string[];
  /** The terms of each quoted phrase. */
  phrases: string[][];
}

const maxTerms = 64;
const maxPhraseTerms = 32;

/**
 * Parses a query of a few words or a sentence. Phrases in quotes must match; there is no other
 * syntax. Every text is valid: a query without a word or number has no terms. Text beyond the limits
 * of {@link searchedText}, 64 distinct terms or 32 terms of a phrase is ignored.
 */
export function parseQuery(text: string): Query {
  const { searched } = searchedText(text);
  const phrases = [...quotations(searched)].map(({ inside }) =>
    analyze(inside).terms.slice(0, maxPhraseTerms),
  );
  const words = contentWords(searched.replaceAll('"', ' '));
  return { terms: distinctTerms(words.length > 0 ? words.join(' ') : searched), phrases };
}

function distinctTerms(text: string): string[] {
  const { terms, variants } = analyze(text);
  // The 'e' of e-mail would find unrelated items; the variant 'email' does not.
  const useful = variants.length > 0 ? terms.filter((term) => !/^[a-z]$/.test(term)) : terms;
  return [...new Set([...useful, ...variants])].slice(0, maxTerms);
}
