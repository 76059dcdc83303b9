import { analyze } from '../text/analyzer.ts';
import type { JudgedItem } from './judged-item.ts';

/** A sentence of a news item. */
export interface Sentence {
  /** Its terms in English, in reading order, with stop words. */
  terms: string[];
  /** The word of each term, as written. */
  words: string[];
  /** Whether a comma or another mark follows the word of each term. */
  hasMark: boolean[];
  /** Whether it belongs to the notes at the end of a report. */
  isNote: boolean;
}

/** The title and the first sentences of a news item. */
export interface Sentences {
  title: Sentence;
  text: Sentence[];
}

/** Maximum number of characters of a text, and of its sentences, that are divided. */
const maxLength = 2500;
const maxSentences = 16;

const sentenceEnd =
  /(?<=[\p{Ll}\d)%]{2}[.!?]["')]?)(?<!\b(?:corp|inc|co|ltd|mr|mrs|ms|dr|no|vs|nos|jr|sr|sen|rep|gov|gen|bros|assn|plc|dept)\.)\s+(?=["'(]?[\p{Lu}])|\n\s*\n|\s+(?=(?:NOTES?|Notes?):)/u;
const notes = /^notes?:/i;
const word = /[\p{L}\p{N}]+(?:(?:['’-]|[.,](?=\p{N})|\.(?=\p{L}))[\p{L}\p{N}]+)*/gu;

const divided = new WeakMap<JudgedItem, Sentences>();

/** The sentences of an item; `undefined` without its text. They are divided once for all rules. */
export function sentencesOf(item: JudgedItem): Sentences | undefined {
  const { rawText } = item;
  if (rawText === undefined) return undefined;
  const known = divided.get(item);
  if (known) return known;
  const titleEnd = rawText.indexOf('\n');
  const title = titleEnd < 0 ? rawText : rawText.slice(0, titleEnd);
  const text = titleEnd < 0 ? '' : rawText.slice(titleEnd + 1, titleEnd + maxLength);
  const parts = text.trim().split(sentenceEnd).slice(0, maxSentences);
  const firstNote = parts.findIndex((part) => notes.test(part));
  const sentences = {
    title: sentence(title.slice(0, maxLength), false),
    text: parts.map((part, at) => sentence(part, firstNote >= 0 && at >= firstNote)),
  };
  divided.set(item, sentences);
  return sentences;
}

function sentence(text: string, isNote: boolean): Sentence {
  const result: Sentence = { terms: [], words: [], hasMark: [], isNote };
  for (const match of text.matchAll(word)) {
    const [written] = match;
    const end = match.index + written.length;
    const hasMark = /^["')]?(?:[,;:]|\s*-{1,2}\s)/.test(text.slice(end, end + 4));
    const { terms } = analyze(written);
    for (const [at, term] of terms.entries()) {
      result.terms.push(term);
      result.words.push(written);
      result.hasMark.push(hasMark && at === terms.length - 1);
    }
  }
  return result;
}
