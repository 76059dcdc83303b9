import { fold } from '../search/text/fold.ts';

/** A word of a title or a text. */
export interface StoryWord {
  /** Folded. */
  word: string;
  /** As written. */
  raw: string;
  /** Whether it follows the end of a sentence, or begins the text. */
  beginsSentence: boolean;
  /** The characters between the word and the one before it. */
  gap: string;
  /** The characters after the word, up to two. */
  following: string;
}

/** In UTF-16 code units. */
const maxWordLength = 64;

const token = /\p{N}+(?:[.,:/-]\p{N}+)*|[\p{L}\p{N}\p{M}]+(?:[.'’&-][\p{L}\p{N}\p{M}]+)*/gu;
// Scripts without spaces between words, and Hangul, in which particles are attached to words.
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const sentenceEnd = /[.!?:;\n"“”»«…。！？]/u;

/**
 * The words of a text in reading order; overlapping pairs of characters for scripts without spaces.
 * The result does not depend on the machine, the store or the language of the text.
 */
export function storyWords(text: string, maxWords: number): StoryWord[] {
  const words: StoryWord[] = [];
  let end = 0;
  for (const { 0: raw, index } of text.matchAll(token)) {
    if (words.length >= maxWords) break;
    const gap = text.slice(end, index);
    const beginsSentence = end === 0 || sentenceEnd.test(gap);
    end = index + raw.length;
    const following = text.slice(end, end + 2);
    if (unspaced.test(raw)) {
      const characters = [...fold(raw)];
      const last = Math.max(characters.length - 1, 1);
      for (let at = 0; at < last && words.length < maxWords; at += 1) {
        const pair = `${characters[at]}${characters[at + 1] ?? ''}`;
        words.push({
          word: pair,
          raw: pair,
          beginsSentence: beginsSentence && at === 0,
          gap,
          following,
        });
      }
    } else {
      const word = fold(raw.slice(0, maxWordLength)).replace(/'s$/, '');
      words.push({ word, raw, beginsSentence, gap, following });
    }
  }
  return words;
}

/** Whether a word is of a script without spaces or without capital letters. */
export function isCaseless(raw: string): boolean {
  return raw.toLowerCase() === raw.toUpperCase() && /\p{L}/u.test(raw);
}
