import { fold } from '../search/text/fold.ts';
import { languages } from '../search/text/languages.ts';
import { wordsOf as wordsOfLanguage } from '../search/text/words/words-of.ts';
import { eventsOf } from './story-events.ts';
import { turnOf } from './story-turns.ts';
import { isCaseless, type StoryWord } from './story-words.ts';

/** The words of a title and a text that say whom or what the story is about. */
export interface StoryNames {
  /** The names in the title. */
  subjects: Set<string>;
  /** All names, in reading order. */
  names: Set<string>;
  /** The content words of the title. */
  headline: Set<string>;
  /** The content words of the title and the lead. */
  mentions: Set<string>;
}

const functionWords = new Set(
  languages.flatMap((language) => [...wordsOfLanguage(language).functionWords].map(fold)),
);

/** Number of words below which a text tells little about the words of its title. */
const shortText = 30;

/**
 * The names in a title and a text: words that always begin with a capital letter. If the letters do
 * not tell, because the script has no capitals or the text is short, or if the text has no word of
 * its title, all content words of the title. Numbers of the title are names if they are a part of
 * one, or if the text does not state them, such as those of numbered items.
 */
export function storyNames(
  title: readonly StoryWord[],
  text: readonly StoryWord[],
  leadWords: number,
): StoryNames {
  const lowercase = new Set<string>();
  const capitalized = new Set<string>();
  for (const { word, raw } of text) (isCapitalized(raw) ? capitalized : lowercase).add(word);
  const isName = ({ word, raw }: StoryWord) => isCapitalized(raw) && !lowercase.has(word);
  const titleTells = title.some(({ raw }) => raw.length > 3 && isLowercase(raw));
  const isShort = text.length < shortText;
  const isSubject = (titleWord: StoryWord): boolean => {
    const { word, raw, beginsSentence } = titleWord;
    if (isCaseless(raw)) return true;
    if (lowercase.has(word) || capitalized.has(word)) return !lowercase.has(word);
    if (titleTells) return isName(titleWord) && (isShort || !beginsSentence);
    return isShort;
  };
  const headline = title.filter(isContent);
  const isAbout = text.length === 0 || hasWordOf(headline, text);
  const stated = new Set(text.map(({ word }) => word));
  const isUnstated = ({ word }: StoryWord) =>
    text.length > 0 && /^\d{1,6}$/.test(word) && !stated.has(word);
  const labels = title.filter((word, index) => isLabel(title, index) || isUnstated(word));
  const names = [...headline, ...text].filter((word) => isContent(word) && isName(word));
  const lead = text.slice(0, leadWords).filter(isContent);
  return {
    subjects: wordsOf([...labels, ...(isAbout ? headline.filter(isSubject) : headline)]),
    names: wordsOf([...labels, ...names]),
    headline: wordsOf(headline),
    mentions: wordsOf([...headline, ...lead]),
  };
}

/** Whether a number is a part of a name, such as "Flight 17": it follows one and counts nothing. */
function isLabel(title: readonly StoryWord[], index: number): boolean {
  const [before, number, after] = [title[index - 1], title[index], title[index + 1]];
  if (!before || !number || !/^\d{1,6}$/.test(number.word)) return false;
  const followsName = isContent(before) && /^[\s#(-]*$/.test(number.gap);
  const countsNothing = !after || /[^\s-]/.test(after.gap);
  return followsName && countsNothing && !/^\s?[%$€£¥]/.test(number.following);
}

/** Characters after which words with the same beginning are probably forms of one. */
const stemLength = 5;

/**
 * Whether a text has a word of its title. One that has none may be that of many stories, such as
 * "Read the full story".
 */
function hasWordOf(headline: readonly StoryWord[], text: readonly StoryWord[]): boolean {
  const beginnings = new Set(text.map(({ word }) => word.slice(0, stemLength)));
  return headline.some(({ word }) => beginnings.has(word.slice(0, stemLength)));
}

function wordsOf(words: readonly StoryWord[]): Set<string> {
  return new Set(words.map(({ word }) => word));
}

/** Whether the word can tell stories apart: no number, event or function word of any language, and no turn. */
function isContent({ word }: StoryWord): boolean {
  if (/^\p{N}/u.test(word) || functionWords.has(word)) return false;
  return eventsOf(word).length === 0 && turnOf(word) === undefined;
}

function isCapitalized(raw: string): boolean {
  return /^\p{Lu}/u.test(raw);
}

function isLowercase(raw: string): boolean {
  return /^\p{Ll}/u.test(raw);
}
