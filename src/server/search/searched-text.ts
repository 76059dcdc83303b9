import { analyze } from './text/analyzer.ts';

/** Maximum number of terms of a query or a prompt, counting repeated ones. */
const maxSearchedTerms = 256;
/** Maximum number of phrases in quotes. */
const maxPhrases = 8;
/** In UTF-16 code units. A longer word counts as one term for each of its characters. */
const maxWordLength = 256;

const quotation = /"([^"]*)"/g;

/** The text of a query or a prompt, divided at the limits of a search. */
export interface SearchedText {
  /** With straight quotes. */
  searched: string;
  /** The rest, without surrounding spaces; empty if everything is searched. */
  ignored: string;
}

/**
 * Divides a query or a prompt after its first {@link maxSearchedTerms} terms and
 * {@link maxPhrases} phrases. A word without terms, such as a dash, counts as one term.
 */
export function searchedText(original: string): SearchedText {
  const text = original.replace(/[\u201c\u201d\u201e\u201f]/g, '"');
  const end = Math.min(endOfTerms(text), endOfPhrases(text));
  const ignored = original.slice(end).trim();
  if (ignored === '') return { searched: text, ignored };
  const searched = text.slice(0, end);
  const isInQuotation = searched.split('"').length % 2 === 0 && text.includes('"', end);
  return { searched: isInQuotation ? `${searched}"` : searched, ignored };
}

/** The parts of a text in quotes that have a letter or a digit. */
export function* quotations(text: string): Generator<{ inside: string; start: number }> {
  for (const { 1: inside = '', index } of text.matchAll(quotation)) {
    if (/[\p{L}\p{N}]/u.test(inside)) yield { inside, start: index };
  }
}

function endOfTerms(text: string): number {
  let available = maxSearchedTerms;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (word.length > maxWordLength) {
      // Code points, so that a surrogate pair is not split.
      const characters = [...word.slice(0, 2 * available + 2)];
      if (characters.length > available) {
        return index + characters.slice(0, available).join('').length;
      }
      available -= characters.length;
    } else {
      const count = Math.max(analyze(word).terms.length, 1);
      if (count > available) return index;
      available -= count;
    }
  }
  return text.length;
}

function endOfPhrases(text: string): number {
  let count = 0;
  for (const { start } of quotations(text)) {
    count += 1;
    if (count > maxPhrases) return start;
  }
  return text.length;
}
