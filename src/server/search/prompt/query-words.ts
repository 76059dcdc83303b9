import { fold } from '../text/fold.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import {
  commandVerbs,
  nameWords,
  newsAdjectives,
  newsPrepositions,
  newsWords,
  otherCommandVerbs,
  stopWords,
} from '../text/stop-words.ts';
import { wordsOf } from '../text/words/words-of.ts';

interface Word {
  /** As written, with punctuation. */
  text: string;
  /** Folded, without surrounding punctuation. */
  folded: string;
}

export interface QueryWord extends Word {
  /** Whether the word says what the query is about: false for stop words and "news about". */
  isContent: boolean;
  /** Whether the word begins a sentence, so that its capital letter does not mark a name. */
  startsSentence: boolean;
}

// Unlike patterns that begin or end with a run of punctuation, these take linear time.
const fromFirstToLastLetter = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;
const toLastLatinLetter = /^.*[A-Za-z]/s;

/** The words of a query that describe its subject, as written. */
export function contentWords(query: string): string[] {
  return queryWords(query)
    .filter(({ isContent }) => isContent)
    .map(({ text }) => text);
}

/** The words of a query, without a leading command such as "Notify me when". */
export function queryWords(query: string, language: Language = defaultLanguage): QueryWord[] {
  const allWords = query.trim().split(/\s+/).map(toWord);
  if (language !== defaultLanguage) return wordsInLanguage(allWords, language);
  const start = commandLength(allWords);
  const words = allWords.slice(start);
  return words.map((word, index) => ({
    ...word,
    isContent: word.folded !== '' && !isStopWord(word) && !isNewsPadding(words, index),
    startsSentence: start + index === 0 || /[.?!:]$/.test(allWords[start + index - 1]?.text ?? ''),
  }));
}

function wordsInLanguage(words: readonly Word[], language: Language): QueryWord[] {
  const { functionWords, commandVerbs: commands, newsWords: news } = wordsOf(language);
  return words.map(withoutElision(language)).map((word, index) => ({
    ...word,
    isContent:
      word.folded !== '' && ![functionWords, commands, news].some((list) => list.has(word.folded)),
    startsSentence: index === 0 || /[.?!:]$/.test(words[index - 1]?.text ?? ''),
  }));
}

const elision =
  /^([^\p{L}\p{N}]*)(?:l|d|n|s|j|m|c|qu|jusqu|dell|all|nell|sull|dall|un)['’](?=\p{L})/iu;

/** Drops the elided article or preposition before a word: "d'incendies". */
function withoutElision(language: Language): (word: Word) => Word {
  if (language !== 'fr' && language !== 'it') return (word) => word;
  return (word) => {
    const text = word.text.replace(elision, '$1');
    return text === word.text ? word : toWord(text);
  };
}

function toWord(text: string): Word {
  const [withoutPunctuation = ''] = fromFirstToLastLetter.exec(fold(text)) ?? [];
  const folded = withoutPunctuation.replace(/'s$/, '').replaceAll("'", '');
  return { text, folded };
}

function isStopWord({ text, folded }: Word): boolean {
  return stopWords.has(folded) && !nameWords.has(toLastLatinLetter.exec(text)?.[0] ?? '');
}

/** Number of leading words that form a command: its verb and the stop words around it. */
function commandLength(words: readonly Word[]): number {
  let length = 0;
  while (length < words.length && isCommandPart(words, length)) length += 1;
  return length === words.length ? 0 : length;
}

/** Words after which "and" requires both sides. */
export const pairWords: ReadonlySet<string> = new Set(['between', 'both']);

function isCommandPart(words: readonly Word[], index: number): boolean {
  const word = words[index];
  const next = words[index + 1];
  if (!word || !next) return false;
  if (word.folded === 'us') return isCommandVerb(words[index - 1]);
  if (next.folded === 'and' || pairWords.has(word.folded)) return false;
  if (isStopWord(word)) return true;
  return isCommandVerb(word) && continuesCommand(next);
}

/** Whether the word can follow a command verb: "me", "for", "the", "news"; not "lizards". */
function continuesCommand(next: Word): boolean {
  return isStopWord(next) || next.folded === 'us' || newsWords.has(next.folded);
}

function isCommandVerb(word: Word | undefined): boolean {
  return (
    word !== undefined && (commandVerbs.has(word.folded) || otherCommandVerbs.has(word.folded))
  );
}

function isNewsPadding(words: readonly Word[], index: number): boolean {
  const word = words[index];
  if (!word || !newsWords.has(word.folded)) return false;
  const next = words[index + 1];
  if (next) return newsPrepositions.has(next.folded);
  const previous = words[index - 1];
  // "cocoa news", but not "Fox News".
  return previous !== undefined && (word.text === 'news' || newsAdjectives.has(previous.folded));
}
