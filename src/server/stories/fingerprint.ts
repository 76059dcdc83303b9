import { lowerCase } from '../search/text/fold.ts';
import { minHash, shingles, shortText } from './min-hash.ts';
import { eventBytes, statedEvents } from './story-events.ts';
import { storyNames } from './story-names.ts';
import { type StatedNumber, statedNumbers, withUnits } from './story-numbers.ts';
import { statedTurns } from './story-turns.ts';
import { type StoryWord, storyWords } from './story-words.ts';
import { wordHash } from './word-hash.ts';

/** A news item or a result, as far as its story depends on it. */
export interface StoryText {
  title: string;
  /** The summary that is alerted. */
  text: string;
  /** When it was published, or else found, in milliseconds. */
  time: number;
}

/** The features of a text by which other versions of its story are recognized: a few hundred bytes. */
export interface Fingerprint {
  /** Hours since the epoch, in two parts. */
  hours: Uint16Array;
  /** Number of words of the title and the text. */
  length: Uint16Array;
  /** MinHash of the runs of words of the title and the text. */
  whole: Uint16Array;
  /** MinHash of the runs of words at the beginning of the text. */
  lead: Uint16Array;
  /** Hashes of the names in the title. */
  subjects: Uint16Array;
  /** Hashes of all names. */
  names: Uint16Array;
  /** Hashes of the content words of the title. */
  headline: Uint16Array;
  /** Hashes of the content words of the title and the lead. */
  mentions: Uint16Array;
  /** Hashes of the unit and of the value of each number, alternating. */
  numbers: Uint16Array;
  /** The same for the numbers that the title and the first sentences state. */
  leadNumbers: Uint16Array;
  /** The kinds of events that the title and the first sentence state: one bit each. */
  events: Uint16Array;
  /** The kinds of words in the title and the lead that turn their meaning: one bit each. */
  turns: Uint16Array;
  /** Those of the title and the first sentence. */
  leadTurns: Uint16Array;
  /** The hash of the normalized title and text, in two parts. */
  text: Uint16Array;
}

const hour = 3_600_000;

const maxTitleWords = 64;
const maxTextWords = 500;
/** Number of words of a text that are its lead. */
const leadWords = 60;
/** Number of words below which a lead is compared together with its title. */
const minLeadWords = 10;
/** Number of words of a lead in which a new number is looked for. */
const newsWords = 40;

const sketchSizes = { whole: 32, lead: 24 };
const maxSubjects = 12;
const maxNames = 32;
const maxHeadlineWords = 12;
const maxMentions = 40;
/** Numbers with their unit. */
const maxNumbers = 32;
const maxLeadNumbers = 12;

/** The fingerprint of a text, the same on every machine. */
export function fingerprintOf({ title, text, time }: StoryText): Fingerprint {
  const titleWords = storyWords(title, maxTitleWords);
  const textWords = storyWords(text, maxTextWords);
  const lead = textWords.slice(0, leadWords);
  const titleNumbers = statedNumbers(titleWords);
  const allNumbers = [...titleNumbers, ...statedNumbers(textWords)];
  const numbers = withUnits(allNumbers, allNumbers);
  const leadNumbers = withUnits(
    [...titleNumbers, ...statedNumbers(textWords, newsWords)],
    allNumbers,
  );
  const names = storyNames(titleWords, textWords, leadWords);
  const sentence = [...titleWords, ...firstSentence(lead)];
  return {
    hours: halves(Math.floor(time / hour)),
    length: Uint16Array.of(titleWords.length + textWords.length),
    whole: sketch([...titleWords, ...textWords], sketchSizes.whole),
    lead: sketch(lead.length >= minLeadWords ? lead : [...titleWords, ...lead], sketchSizes.lead),
    subjects: hashes(names.subjects, maxSubjects),
    names: hashes(names.names, maxNames),
    headline: hashes(names.headline, maxHeadlineWords),
    mentions: hashes(names.mentions, maxMentions),
    numbers: numberHashes(numbers, knownValues, maxNumbers),
    leadNumbers: numberHashes(leadNumbers, statedValue, maxLeadNumbers),
    events: eventBits(sentence),
    turns: Uint16Array.of(statedTurns([...titleWords, ...lead])),
    leadTurns: Uint16Array.of(statedTurns(sentence)),
    text: halves(wordHash(normalizedText(title, text))),
  };
}

/** When the text was published, in hours since the epoch. */
export function hoursOf({ hours: [high = 0, low = 0] }: Pick<Fingerprint, 'hours'>): number {
  return high * 0x10000 + low;
}

/** The title and the text without case, spacing and punctuation, and without a repeated title. */
function normalizedText(title: string, text: string): string {
  const [heading, rest] = [normalized(title), normalized(text)];
  return `${rest} `.startsWith(`${heading} `) ? rest : `${heading} ${rest}`.trim();
}

/** Signs that change what a text says, such as those of `-5 %`, `C++` and `Rates cut?`, are kept. */
function normalized(text: string): string {
  return lowerCase(text)
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])|[^\p{L}\p{N}\p{M}\p{S}%&#@*/?-]+/gu, ' ')
    .trim();
}

/** An integer of 32 bits as two of 16. */
function halves(value: number): Uint16Array {
  return Uint16Array.of(value >>> 16, value);
}

/** Numbers change between versions, and are a large part of a short text. */
function sketch(words: readonly StoryWord[], size: number): Uint16Array {
  const compared =
    words.length < shortText ? words.filter(({ word }) => !/^\p{N}/u.test(word)) : words;
  return minHash(shingles(compared.map(({ word }) => wordHash(word))), size);
}

function hashes(words: Iterable<string>, limit: number): Uint16Array {
  return Uint16Array.from([...words].slice(0, limit), wordHash);
}

function numberHashes(
  numbers: readonly StatedNumber[],
  valuesOf: (number: StatedNumber) => number[],
  limit: number,
): Uint16Array {
  const pairs = new Map<string, [number, number]>();
  for (const number of numbers) {
    for (const value of valuesOf(number)) {
      if (pairs.size === limit) break;
      const { unit } = number;
      pairs.set(`${unit} ${value}`, [wordHash(unit), wordHash(String(value))]);
    }
  }
  return Uint16Array.from([...pairs.values()].flat());
}

/** Values from which on a text may state a number more or less exactly. */
const large = 100_000;

/** A number as a version states it: 9,148,000 is 9.15 million. */
function statedValue({ value, isScaled }: StatedNumber): number[] {
  return [isScaled || value >= large ? Number(value.toPrecision(3)) : value];
}

/** A number as other versions may repeat it: 9,148,000 is also 9.1 million. */
function knownValues(number: StatedNumber): number[] {
  const { value, isScaled } = number;
  const rounded = isScaled || value >= large ? [Number(value.toPrecision(2))] : [];
  return [...statedValue(number), ...rounded];
}

function firstSentence(words: readonly StoryWord[]): readonly StoryWord[] {
  const end = words.findIndex(
    ({ beginsSentence, gap }, index) => index > 7 && beginsSentence && /[.!?。！？\n]/u.test(gap),
  );
  return end === -1 ? words : words.slice(0, end);
}

function eventBits(words: readonly StoryWord[]): Uint16Array {
  const bits = new Uint16Array(Math.ceil(eventBytes / 2));
  for (const kind of statedEvents(words)) {
    bits[kind >> 4] = (bits[kind >> 4] as number) | (1 << (kind & 15));
  }
  return bits;
}
