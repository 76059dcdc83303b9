import { stopTerms } from '../text/stop-words.ts';
import { affirmedEvidence, type EventPhrases, eventEvidence } from './event-evidence.ts';
import {
  firstTerms,
  highestCredit,
  leadCredit,
  nearest,
  openingLength,
  positionCredit,
  positionsIn,
  relatedCredit,
} from './position-credit.ts';
import type { QueryUnit } from './query-unit.ts';
import { type PhraseIds, phraseIds, type TermPlaces } from './term-places.ts';
import { nameParts, specificityOf } from './term-weight.ts';

/** Factor for a part of a name or the separate words of a phrase. */
const partCredit = 0.85;

/** Factor for adjacent names that occur apart from each other. */
const apartCredit = 0.9;
/** Factor for adjacent words of unknown names that occur apart from each other. */
const wordsApartCredit = 0.78;
/** What to look for in texts as evidence of a unit. */
export interface UnitPhrases {
  kind: QueryUnit['kind'];
  phrase: PhraseIds;
  /** Other spellings of the phrase. */
  spellings: PhraseIds[];
  related: PhraseIds[];
  /** The words of a phrase, or the specific words of a name; empty for a single word. */
  words: PhraseIds[];
  /** Two adjacent words of a name that identify it. */
  pairs: PhraseIds[];
  /** The names that adjacent names consist of, see `QueryUnit.parts`. */
  parts: UnitPhrases[];
  event: EventPhrases | undefined;
}

export function unitPhrases(unit: QueryUnit): UnitPhrases {
  const { kind, phrase, spellings, related, parts = [], event } = unit;
  const isSpecific = (term: string) => specificityOf(term) === 'specific';
  const hasParts = phrase.length > 1 && kind !== 'quoted';
  const words = hasParts ? phrase.filter((term) => kind === 'word' || isSpecific(term)) : [];
  const pairs = phrase
    .slice(1)
    .map((_, index) => phrase.slice(index, index + 2))
    .filter(([first = '']) => kind === 'name' && !nameParts().has(first))
    .filter((pair) => pair.some(isSpecific) && !pair.some((term) => stopTerms().has(term)));
  return {
    kind,
    phrase: phraseIds(phrase),
    spellings: spellings.map(phraseIds),
    related: related.map(phraseIds),
    words: words.map((word) => phraseIds([word])),
    pairs: pairs.map(phraseIds),
    parts: parts.map(unitPhrases),
    event: event && {
      actions: event.actions.map(phraseIds),
      subjects: event.subjects.map(phraseIds),
      allActions: [...event.actions, ...event.newsActions].map(phraseIds),
      allSubjects: [...event.subjects, ...event.newsSubjects].map(phraseIds),
      subjectShare: event.subjectShare,
      actionShare: event.actionShare ?? 0,
      window: event.window,
    },
  };
}

/** The evidence that an item is about a unit, from 0 (it is absent) to 1 (it is in the title). */
export function evidenceOf(unit: UnitPhrases, places: TermPlaces): number {
  const { phrase, spellings, related, event } = unit;
  if (event) return eventEvidence(event, places);
  if (unit.kind === 'event' && unit.parts.length === 0) return affirmedEvidence(unit, places);
  const isName = unit.kind === 'name' || unit.kind === 'region';
  const phraseCredit = positionCredit(phrase, places, isName);
  if (phraseCredit === 1) return 1;
  const certain = Math.max(phraseCredit, highestCredit(spellings, places, isName));
  if (certain === 1) return 1;
  return Math.max(
    certain,
    certain < relatedCredit ? relatedCredit * highestCredit(related, places) : 0,
    partsCredit(unit, places, phraseCredit > 0),
    apartEvidence(unit, places),
  );
}

/** The evidence of adjacent names that occur apart from each other. */
function apartEvidence({ parts }: UnitPhrases, places: TermPlaces): number {
  if (parts.length === 0) return 0;
  const areKnown = parts.some(({ spellings, phrase }) => spellings.length > 0 || phrase.length > 1);
  let lowest = 1;
  for (const part of parts) lowest = Math.min(lowest, evidenceOf(part, places));
  return lowest * (areKnown ? apartCredit : wordsApartCredit);
}

/** Number of terms between words that belong together. */
const nearbyWindow = 12;

/** Whether two units are in the title, or near each other early in the text. */
export function areNear(
  one: UnitPhrases,
  other: UnitPhrases,
  { title, text }: TermPlaces,
): boolean {
  const phrasesOf = ({ phrase, spellings, related }: UnitPhrases) => [
    phrase,
    ...spellings,
    ...related,
  ];
  const [first, second] = [phrasesOf(one), phrasesOf(other)];
  const isNear = (field: TermPlaces['title'], end: number) =>
    nearest(positionsIn(first, field, end), positionsIn(second, field, end), nearbyWindow) >= 0;
  return isNear(title, title.length) || isNear(text, openingLength);
}

/** Whether a text is about a unit: it is in the title, at the beginning, or repeated. */
export function isAbout(unit: UnitPhrases, places: TermPlaces): boolean {
  if (unit.event) return evidenceOf(unit, places) >= leadCredit;
  const { title, text } = places;
  const phrases = [unit.phrase, ...unit.spellings];
  if (unit.parts.length > 0 && unit.parts.every((part) => isAbout(part, places))) return true;
  if (positionsIn(phrases, title, title.length).length > 0) return true;
  const found = positionsIn(phrases, text, text.length);
  return found.length >= 3 || found.some((position) => position < firstTerms);
}

/** Whether a text is more about one unit than about another: first in the title, and as often. */
export function leads(one: UnitPhrases, other: UnitPhrases, { title, text }: TermPlaces): boolean {
  const mentions = ({ phrase, spellings }: UnitPhrases, field: TermPlaces['title']) =>
    positionsIn([phrase, ...spellings], field, field.length);
  const count = (unit: UnitPhrases) => mentions(unit, title).length + mentions(unit, text).length;
  const first = Math.min(...mentions(one, title));
  return (
    first < Infinity && first < Math.min(...mentions(other, title)) && count(one) >= count(other)
  );
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
