import type { IndexedPhrase, PromptTerms, TermPlaces } from './prompt-terms.ts';
import type { QueryUnit } from './query-units.ts';
import { nameParts, specificityOf } from './term-weight.ts';

/** Number of terms in the lead. Title and lead say what an item is about, the rest is context. */
const leadLength = 60;
const leadCredit = 0.8;
/** In a text with more terms than this, a single mention in the lead counts less. */
const longText = 150;
const passingCredit = 0.7;
/** Number of terms in the opening of a text, which includes the lead. */
const openingLength = 150;
const openingCredit = 0.65;
const backgroundCredit = 0.35;
/** Factors for a related term, and for a part of a name or the separate words of a phrase. */
const relatedCredit = 0.75;
const partCredit = 0.85;

/** What to look for in texts as evidence of a unit. */
export interface UnitPhrases {
  kind: QueryUnit['kind'];
  phrase: IndexedPhrase;
  /** Other spellings of the phrase. */
  spellings: IndexedPhrase[];
  related: IndexedPhrase[];
  /** The words of a phrase, or the specific words of a name; empty for a single word. */
  words: IndexedPhrase[];
  /** Two adjacent words of a name that identify it. */
  pairs: IndexedPhrase[];
}

/** @param terms all terms of the unit, and possibly others */
export function unitPhrases(
  { kind, phrase, spellings, related }: QueryUnit,
  terms: PromptTerms,
): UnitPhrases {
  const indexed = (phrases: readonly string[][]) => phrases.map((each) => terms.indexed(each));
  const isSpecific = (term: string) => specificityOf(term) === 'specific';
  const hasParts = phrase.length > 1 && kind !== 'quoted';
  const words = hasParts ? phrase.filter((term) => kind === 'word' || isSpecific(term)) : [];
  const pairs = phrase
    .slice(1)
    .map((_, index) => phrase.slice(index, index + 2))
    .filter(([first = '']) => kind === 'name' && !nameParts().has(first))
    .filter((pair) => pair.some(isSpecific));
  return {
    kind,
    phrase: terms.indexed(phrase),
    spellings: indexed(spellings),
    related: indexed(related),
    words: indexed(words.map((word) => [word])),
    pairs: indexed(pairs),
  };
}

/** The evidence that an item is about a unit, from 0 (it is absent) to 1 (it is in the title). */
export function evidenceOf(unit: UnitPhrases, places: TermPlaces): number {
  const { phrase, spellings, related } = unit;
  const phraseCredit = positionCredit(phrase, places);
  return Math.max(
    phraseCredit,
    highestCredit(spellings, places),
    relatedCredit * highestCredit(related, places),
    partsCredit(unit, places, phraseCredit > 0),
  );
}

function positionCredit(phrase: IndexedPhrase, { title, text }: TermPlaces): number {
  if (title.positionOf(phrase) >= 0) return 1;
  const position = text.positionOf(phrase);
  if (position < 0) return 0;
  if (position < leadLength) {
    // A long text mentions a phrase only in passing if a word of it occurs only once.
    const isPassing = text.length > longText && phrase.some((index) => text.hasOnce(index));
    return isPassing ? passingCredit : leadCredit;
  }
  return position < openingLength ? openingCredit : backgroundCredit;
}

/** 0 without phrases. */
function highestCredit(phrases: readonly IndexedPhrase[], places: TermPlaces): number {
  let highest = 0;
  for (const phrase of phrases) highest = Math.max(highest, positionCredit(phrase, places));
  return highest;
}

/**
 * The credit for parts of a unit: for a name, two adjacent words of it or, if the full name also
 * occurs, one specific word; for a phrase, all of its words in any place.
 */
function partsCredit(
  { kind, words, pairs }: UnitPhrases,
  places: TermPlaces,
  hasPhrase: boolean,
): number {
  if (kind === 'word') {
    if (words.length === 0) return 0;
    return partCredit * Math.min(...words.map((word) => positionCredit(word, places)));
  }
  const wordCredit = hasPhrase ? highestCredit(words, places) : 0;
  return Math.max(wordCredit, partCredit * highestCredit(pairs, places));
}
