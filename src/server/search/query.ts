import { contentWords } from './prompt/query-words.ts';
import { analyze } from './text/analyzer.ts';

export interface Query {
  /** Distinct, in reading order. */
  terms: string[];
  /** The terms of each quoted phrase. */
  phrases: string[][];
}

const maxCharacters = 10_000;
const maxTerms = 64;
const maxPhrases = 8;
const maxPhraseTerms = 32;

/**
 * Parses a query of a few words or a sentence. Phrases in quotes must match; there is no other
 * syntax. Every text is valid: a query without a word or number has no terms. Text beyond 10,000
 * characters, 64 distinct terms, 8 phrases or 32 terms of a phrase is ignored.
 */
export function parseQuery(text: string): Query {
  const query = text.slice(0, maxCharacters).replace(/[\u201c\u201d\u201e\u201f]/g, '"');
  const quoted = [...query.matchAll(/"([^"]*)"/g)].map(([, inside = '']) => inside);
  const phrases = quoted
    .map((inside) => analyze(inside).terms.slice(0, maxPhraseTerms))
    .filter((phrase) => phrase.length > 0)
    .slice(0, maxPhrases);
  const words = contentWords(query.replaceAll('"', ' '));
  return { terms: distinctTerms(words.length > 0 ? words.join(' ') : query), phrases };
}

function distinctTerms(text: string): string[] {
  const { terms, variants } = analyze(text);
  // The 'e' of e-mail would find unrelated items; the variant 'email' does not.
  const useful = variants.length > 0 ? terms.filter((term) => !/^[a-z]$/.test(term)) : terms;
  return [...new Set([...useful, ...variants])].slice(0, maxTerms);
}
