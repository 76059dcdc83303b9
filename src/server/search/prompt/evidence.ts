import { once } from '../../../contract/once.ts';
import { analyze } from '../text/analyzer.ts';
import { stopTerms } from '../text/stop-words.ts';
import { localNegations } from './local-units.ts';
import type { QueryUnit } from './query-unit.ts';
import { type PhraseIds, phraseIds, type TermPlaces } from './term-places.ts';
import { nameParts, specificityOf } from './term-weight.ts';

/** Number of terms in the lead. Title and lead say what an item is about, the rest is context. */
const leadLength = 60;
const leadCredit = 0.8;
/**
 * In a text with more terms than this, a single mention in the lead counts less, unless it is a name in
 * the first sentence.
 */
const longText = 150;
const passingCredit = 0.7;
/** Number of terms in the opening of a text, which includes the lead. */
const openingLength = 150;
const openingCredit = 0.65;
const backgroundCredit = 0.35;
/** Factors for a related term, and for a part of a name or the separate words of a phrase. */
const relatedCredit = 0.75;
const partCredit = 0.85;

/** Factor for adjacent names that occur apart from each other. */
const apartCredit = 0.9;
/** Factor for adjacent words of unknown names that occur apart from each other. */
const wordsApartCredit = 0.78;
/** An action near its object in the lead, if one of them is also in the title. */
const splitCredit = 0.9;
/** An action in the title and its object among the first terms of the text, or the reverse. */
const acrossCredit = 0.64;
const firstTerms = 25;

/** Factor for an event in less certain forms. */
const newsFormsCredit = 0.9;
/** Number of terms before an action in which a negation applies to it. */
const negationWindow = 4;

interface EventPhrases {
  actions: PhraseIds[];
  subjects: PhraseIds[];
  allActions: PhraseIds[];
  allSubjects: PhraseIds[];
  subjectShare: number;
  actionShare: number;
  window: number;
}

/** Words before an action that negate it: "does not intend to cut", "denies". */
const negations = once(
  () =>
    new Set(
      phraseIds(
        analyze(
          'not no never deny denies denied unlikely without nicht kein keine pas jamais nunca',
        ).terms.concat(localNegations()),
      ),
    ),
);

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

/** The evidence of an event that one word names, unless the title denies it. */
function affirmedEvidence(unit: UnitPhrases, { title, text }: TermPlaces): number {
  const certain = [unit.phrase, ...unit.spellings];
  const all = [...certain, ...unit.related];
  const affirmed = (phrases: readonly PhraseIds[], field: TermPlaces['title'], end: number) =>
    positionsIn(phrases, field, end).filter(
      (position) => !field.hasBefore(position, negationWindow, negations()),
    );
  if (affirmed(certain, title, title.length).length > 0) return 1;
  const isDenied = positionsIn(all, title, title.length).length > 0;
  if (affirmed(all, title, title.length).length > 0) return relatedCredit;
  if (isDenied) return 0;
  const creditOf = (positions: readonly number[]) => {
    const first = Math.min(...positions);
    if (positions.length === 0) return 0;
    return first < leadLength
      ? leadCredit
      : first < openingLength
        ? openingCredit
        : backgroundCredit;
  };
  return Math.max(
    creditOf(affirmed(certain, text, text.length)),
    relatedCredit * creditOf(affirmed(unit.related, text, text.length)),
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

function eventEvidence(event: EventPhrases, places: TermPlaces): number {
  if (isDenied(event, places.title)) return 0;
  const certain = eventCredit(event, event.actions, event.subjects, places);
  if (certain === 1) return certain;
  const { allActions, allSubjects } = event;
  return Math.max(certain, newsFormsCredit * eventCredit(event, allActions, allSubjects, places));
}

/** Whether the title negates the event: "Japan has no plans to cut its rate". */
function isDenied({ allActions, allSubjects, window }: EventPhrases, title: TermPlaces['title']) {
  const actions = positionsIn(allActions, title, title.length);
  const denied = actions.filter((position) =>
    title.hasBefore(position, negationWindow, negations()),
  );
  if (denied.length === 0 || denied.length < actions.length) return false;
  return nearest(denied, positionsIn(allSubjects, title, title.length), window) >= 0;
}

/** The evidence of an event: an action near its object, in the title or early in the text. */
function eventCredit(
  { window, subjectShare, actionShare }: EventPhrases,
  actions: readonly PhraseIds[],
  subjects: readonly PhraseIds[],
  { title, text }: TermPlaces,
): number {
  const affirmed = (field: TermPlaces['title'], end: number) =>
    positionsIn(actions, field, end).filter(
      (position) => !field.hasBefore(position, negationWindow, negations()),
    );
  const actionsInTitle = affirmed(title, title.length);
  const subjectsInTitle = positionsIn(subjects, title, title.length);
  if (nearest(actionsInTitle, subjectsInTitle, window + 1) >= 0) return 1;
  const actionsInText = affirmed(text, openingLength);
  const subjectsInText = positionsIn(subjects, text, openingLength);
  const isAcross = (inTitle: readonly number[], inText: readonly number[]) =>
    inTitle.length > 0 && inText.some((position) => position < firstTerms);
  const position = nearest(actionsInText, subjectsInText, window);
  const isSplit =
    isAcross(actionsInTitle, subjectsInText) || isAcross(subjectsInTitle, actionsInText);
  if (position >= 0 && position < leadLength) return isSplit ? splitCredit : leadCredit;
  if (position >= 0) return openingCredit;
  const places = { title, text };
  return Math.max(
    isSplit ? acrossCredit : 0,
    subjectShare * highestCredit(subjects, places),
    actionShare && actionShare * highestCredit(actions, places),
  );
}

function positionsIn(
  phrases: readonly PhraseIds[],
  field: TermPlaces['title'],
  end: number,
): number[] {
  const found: number[] = [];
  for (const phrase of phrases) field.addPositions(phrase, end, found);
  return found;
}

/** The first position of an action within `window` terms of a subject; -1 if there is none. */
function nearest(actions: readonly number[], subjects: readonly number[], window: number): number {
  let first = -1;
  for (const action of actions) {
    if (first >= 0 && action >= first) continue;
    for (const subject of subjects) {
      // The same word cannot be both.
      const distance = Math.abs(action - subject);
      if (distance > 0 && distance <= window) first = action;
    }
  }
  return first;
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

function positionCredit(phrase: PhraseIds, { title, text }: TermPlaces, isName = false): number {
  if (title.positionOf(phrase) >= 0) return 1;
  const position = text.positionOf(phrase);
  if (position < 0) return 0;
  if (position < leadLength) {
    // A long text mentions a phrase only in passing if a word of it occurs only once.
    const isLeading = isName && position < firstTerms;
    const isPassing =
      !isLeading && text.length > longText && phrase.some((index) => text.hasOnce(index));
    return isPassing ? passingCredit : leadCredit;
  }
  return position < openingLength ? openingCredit : backgroundCredit;
}

/** 0 without phrases. */
function highestCredit(phrases: readonly PhraseIds[], places: TermPlaces, isName = false): number {
  let highest = 0;
  for (const phrase of phrases) {
    highest = Math.max(highest, positionCredit(phrase, places, isName));
    if (highest === 1) break;
  }
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
