import { fold } from '../text/fold.ts';
import {
  commands,
  names,
  newsAdjectives,
  newsPrepositions,
  newsWords,
  possibleCommands,
  stopWords,
} from '../text/stop-words.ts';

interface Word {
  written: string;
  /** Lower-case, without the punctuation around it. */
  plain: string;
}

/** A word of a query, and whether it says something of what the query is about. */
export interface QueryWord extends Word {
  content: boolean;
  /** Whether it begins a sentence, so that a capital letter there makes it no name. */
  opening: boolean;
}

/**
 * The words of a query that say what it is about: without stop words, and without what only asks
 * ("Tell me when", "which", "news about"). Empty when there are no such words.
 */
export function contentWords(query: string): string[] {
  return queryWords(query)
    .filter(({ content }) => content)
    .map(({ written }) => written);
}

/** The words of a query after the command that it begins with, if it does. */
export function queryWords(query: string): QueryWord[] {
  const words = query.trim().split(/\s+/).map(toWord);
  const begin = commandLength(words);
  const asked = words.slice(begin);
  return asked.map((word, at) => ({
    ...word,
    content: !isStopWord(word) && !isNewsPadding(asked, at),
    opening: begin + at === 0 || /[.?!:]$/.test(words[begin + at - 1]?.written ?? ''),
  }));
}

function toWord(written: string): Word {
  const plain = fold(written)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/'s$/, '')
    .replaceAll("'", '');
  return { written, plain };
}

function isStopWord({ written, plain }: Word): boolean {
  if (!stopWords.has(plain)) return false;
  return !names.has(written.replace(/[^A-Za-z]+$/, ''));
}

/** How many words at the start only ask: a command, and the stop words around it. */
function commandLength(words: readonly Word[]): number {
  let length = 0;
  while (length < words.length && isAsking(words, length)) length += 1;
  return length === words.length ? 0 : length;
}

function isAsking(words: readonly Word[], at: number): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (!word || !next) return false;
  if (word.plain === 'us') return isCommand(words[at - 1]);
  if (next.plain === 'and') return false;
  if (isStopWord(word)) return true;
  return isCommand(word) && commanded(next);
}

/** Whether the word goes on with a command: "me", "for", "the", "news"; not "lizards" or "business". */
function commanded(next: Word): boolean {
  return isStopWord(next) || next.plain === 'us' || newsWords.has(next.plain);
}

function isCommand(word: Word | undefined): boolean {
  return word !== undefined && (commands.has(word.plain) || possibleCommands.has(word.plain));
}

function isNewsPadding(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (!word || !newsWords.has(word.plain)) return false;
  const next = words[at + 1];
  if (next) return newsPrepositions.has(next.plain);
  const before = words[at - 1];
  // "cocoa news", but not "Fox News".
  return before !== undefined && (word.written === 'news' || newsAdjectives.has(before.plain));
}
