import { contentWords } from './prompt/query-words.ts';
import { analyze } from './text/analyzer.ts';

export interface Query {
  /** Distinct, in reading order. */
  terms: string[];
  /** Runs of terms that were asked in quotes. */
  phrases: string[][];
}

const mostCharacters = 10_000;
const mostTerms = 64;
const mostPhrases = 8;
const longestPhrase = 32;

/**
 * Reads what a person typed, a few words or a whole sentence. Quotes ask for a phrase; there is no
 * other syntax, and no text is an error: a query without a searchable character has no terms.
 * What is beyond 10,000 characters, 64 distinct terms or 8 phrases is not looked at.
 */
export function parseQuery(text: string): Query {
  const asked = text.slice(0, mostCharacters).replace(/[\u201c\u201d\u201e\u201f]/g, '"');
  const quoted = [...asked.matchAll(/"([^"]*)"/g)].map(([, inside = '']) => inside);
  const phrases = quoted
    .map((inside) => analyze(inside).terms.slice(0, longestPhrase))
    .filter((phrase) => phrase.length > 0)
    .slice(0, mostPhrases);
  const words = contentWords(asked.replaceAll('"', ' '));
  return { terms: distinctTerms(words.length > 0 ? words.join(' ') : asked), phrases };
}

function distinctTerms(text: string): string[] {
  const { terms, variants } = analyze(text);
  // The "e" of e-mail finds nothing that the joined spelling does not find better.
  const useful = variants.length > 0 ? terms.filter((term) => !/^[a-z]$/.test(term)) : terms;
  return [...new Set([...useful, ...variants])].slice(0, mostTerms);
}
