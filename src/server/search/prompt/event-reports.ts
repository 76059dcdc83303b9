import { once } from '../../../contract/once.ts';
import { termsOf } from '../text/stop-words.ts';
import { actionAt } from './lexicon.ts';
import type { EventForms } from './query-unit.ts';
import type { Sentence, Sentences } from './sentences.ts';
import { hasOtherSense } from './word-senses.ts';

/** The forms of an event, to find in sentences. */
export interface EventPattern {
  actions: PhraseFinder;
  subjects: PhraseFinder;
  window: number;
  /** Whether "as" links the action with its object: "resigns as chairman". */
  linksAs: boolean;
  /** Whether the action is the noun "sales", not the verb. */
  hasSales: boolean;
}

/** Where a sentence reports an event. */
export interface EventReport {
  sentence: Sentence;
  /** The index of the sentence in the text; -1 for the title. */
  index: number;
  /** The positions of the action and of its object. */
  action: number;
  object: number;
}

/** @param label the action as the prompt has it */
export function eventPattern(event: EventForms, label: string): EventPattern {
  return {
    actions: new PhraseFinder([...event.actions, ...event.newsActions]),
    subjects: new PhraseFinder([...event.subjects, ...event.newsSubjects]),
    window: event.window,
    linksAs: event.linksAs ?? false,
    hasSales: /sales/i.test(label),
  };
}

/** Where a phrase is, and its length, in terms. */
interface Found {
  at: number;
  length: number;
}

/** Finds phrases in the terms of a sentence. */
export class PhraseFinder {
  readonly #byFirstTerm = new Map<string, string[][]>();

  constructor(phrases: readonly string[][]) {
    for (const phrase of phrases) {
      const [first = ''] = phrase;
      this.#byFirstTerm.set(first, [...(this.#byFirstTerm.get(first) ?? []), phrase]);
    }
  }

  /** The longest phrase at each position that has one. */
  in({ terms }: Sentence): Found[] {
    const found: Found[] = [];
    for (const [at, term] of terms.entries()) {
      let length = 0;
      for (const phrase of this.#byFirstTerm.get(term) ?? []) {
        const isHere = phrase.every((each, offset) => terms[at + offset] === each);
        if (isHere) length = Math.max(length, phrase.length);
      }
      if (length > 0) found.push({ at, length });
    }
    return found;
  }
}

/** Words that begin another clause. An action and its object are in the same clause. */
const clauseStarts = termsOf(
  'after before while but although though because since despite unless until whereas when',
);
const asTerm = once(() => [...termsOf('as')()][0]);

/** Where a news item reports an event, in reading order. */
export function reportsIn(pattern: EventPattern, { title, text }: Sentences): EventReport[] {
  return [title, ...text].flatMap((sentence, at) => reportsOf(pattern, sentence, at - 1));
}

function reportsOf(pattern: EventPattern, sentence: Sentence, index: number): EventReport[] {
  const objects = subjectsIn(pattern, sentence);
  if (objects.length === 0) return [];
  const actions = pattern.actions.in(sentence).filter(({ at }) => isAction(pattern, sentence, at));
  return actions.flatMap((action) => {
    const object = objects.find((each) => areLinked(pattern, sentence, action, each));
    return object ? [{ sentence, index, action: action.at, object: object.at }] : [];
  });
}

function subjectsIn({ subjects }: EventPattern, sentence: Sentence): Found[] {
  return subjects.in(sentence).filter(({ at }) => !hasOtherSense(sentence, at));
}

function isAction({ hasSales }: EventPattern, sentence: Sentence, at: number): boolean {
  if (!hasSales && /^sales$/i.test(sentence.words[at] ?? '')) return false;
  return !hasOtherSense(sentence, at);
}

function areLinked(
  { window, linksAs }: EventPattern,
  sentence: Sentence,
  action: Found,
  object: Found,
): boolean {
  const [first, second] = action.at < object.at ? [action, object] : [object, action];
  // The same words cannot be both.
  if (first.at + first.length > second.at || second.at - first.at > window) return false;
  for (let at = first.at + first.length; at < second.at; at += 1) {
    const term = sentence.terms[at] ?? '';
    if (clauseStarts().has(term)) return false;
    if (!linksAs && term === asTerm()) return false;
    if (startsOtherVerb(sentence, at)) return false;
  }
  return true;
}

/** Whether another action follows a comma or "and": "cuts jobs, raises dividend". */
function startsOtherVerb({ terms, words, hasMark }: Sentence, at: number): boolean {
  const isNext = hasMark[at - 1] || terms[at - 1] === 'and';
  return isNext && /(?:s|ed)$/i.test(words[at] ?? '') && actionAt(terms, at) !== undefined;
}

/** Number of sentences that say what a text reports. */
const leadSentences = 3;
/** Evidence of an event that a text mentions only in passing. */
const passingEvidence = 0.5;

/**
 * The most evidence that the sentences of an item allow: 1 if its title or lead reports the event,
 * less if it is mentioned only in passing.
 */
export function maxEventEvidence(
  pattern: EventPattern,
  reports: readonly EventReport[],
  sentences: Sentences,
): number {
  const places = reports.filter(({ sentence }) => !sentence.isNote);
  if (places.some(({ index }) => index < leadSentences)) return 1;
  const { title } = sentences;
  const [first] = sentences.text;
  if (!first) return passingEvidence;
  const hasAction = (sentence: Sentence) =>
    pattern.actions.in(sentence).some(({ at }) => isAction(pattern, sentence, at));
  const hasSubject = (sentence: Sentence) => subjectsIn(pattern, sentence).length > 0;
  const inTitle = { action: hasAction(title), subject: hasSubject(title) };
  const inFirst = { action: hasAction(first), subject: hasSubject(first) };
  // One half is in the title, the other one in the first sentence.
  const isSplit = (one: typeof inTitle, other: typeof inTitle) =>
    one.action && !one.subject && other.subject && !other.action;
  if (isSplit(inTitle, inFirst) || isSplit(inFirst, inTitle)) return 1;
  // The first sentence says in more words what the title says in part.
  const isPart = inTitle.action !== inTitle.subject;
  const wide = { ...pattern, window: 2 * pattern.window };
  if (isPart && reportsOf(wide, first, 0).length > 0) return 1;
  const isTopic = inTitle.subject || inFirst.subject;
  return places.length > 0 && isTopic ? 1 : passingEvidence;
}

/** The same for an event that one word names, such as "layoffs". */
export function maxNounEvidence(noun: PhraseFinder, { title, text }: Sentences): number {
  const isNamed = (sentence: Sentence) =>
    noun.in(sentence).some(({ at }) => !hasOtherSense(sentence, at));
  if (isNamed(title)) return 1;
  const named = text.filter(isNamed);
  // All mentions have another sense: "miners strike gold".
  if (named.length === 0 && [title, ...text].some((each) => noun.in(each).length > 0)) return 0;
  if (text.slice(0, leadSentences).some((sentence) => !sentence.isNote && isNamed(sentence))) {
    return 1;
  }
  return named.length > 1 && named.some(({ isNote }) => !isNote) ? 1 : passingEvidence;
}
