import { otherSpellings } from '../text/name-spellings.ts';
import { termsOf } from '../text/stop-words.ts';
import { type EventPattern, type EventReport, PhraseFinder, reportsIn } from './event-reports.ts';
import type { QueryClause } from './parse-prompt.ts';
import type { QueryUnit } from './query-unit.ts';
import type { Sentence, Sentences } from './sentences.ts';
import { specificityOf } from './term-weight.ts';
import { unitReports } from './unit-reports.ts';

/** An event of a clause and those whom the clause names beside it: "Acme cuts its dividend". */
export interface EventAgents {
  event: EventPattern;
  names: PhraseFinder;
  /** What a name as the object of the action does in the event; `undefined` for other objects. */
  objectRole: 'acts' | 'undergoes' | undefined;
}

/** The events and names of a clause that must belong together. */
export function eventAgents(clause: QueryClause): EventAgents[] {
  const names = clause
    .map(({ alternatives }) => alternatives.flat())
    .filter((units) => units.every(isNamed));
  const events = clause
    .map(({ alternatives }) => alternatives.flat())
    .filter(({ length }) => length === 1);
  return events.flatMap(([unit]) => {
    const reports = unit?.event && unitReports(unit);
    if (!reports || !('event' in reports)) return [];
    return names.map((units) => ({
      event: reports.event,
      names: new PhraseFinder(units.flatMap(nameForms)),
      objectRole: unit.event?.objectRole,
    }));
  });
}

/** Whether a unit is a name other than of a place, or capitalized like one. */
function isNamed({ kind, label, phrase }: QueryUnit): boolean {
  if (otherSpellings(phrase)) return false;
  if (kind === 'name') return true;
  const isCapitalized = kind === 'word' && /^\p{Lu}/u.test(label);
  return isCapitalized && phrase.every((term) => specificityOf(term) === 'specific');
}

/** Its forms, and the specific words that may stand for it. */
function nameForms({ phrase, spellings, related, parts = [] }: QueryUnit): string[][] {
  const words = phrase.filter((term) => specificityOf(term) === 'specific').map((term) => [term]);
  return [phrase, ...words, ...spellings, ...related, ...parts.flatMap(nameForms)];
}

/** Whether an item reports an event of those whom the clause names, as far as its sentences show. */
export function isOfAgents(
  { event, names, objectRole }: EventAgents,
  sentences: Sentences,
): boolean {
  const reports = reportsIn(event, sentences).filter(({ sentence }) => !sentence.isNote);
  if (reports.length === 0) return true;
  const own = reports.filter((report) => isNear(report, names, sentences));
  if (own.length === 0) return false;
  if (!objectRole) return true;
  const roles = own.map((report) => roleIn(report, names));
  return roles.includes(objectRole) || !roles.some((role) => role !== undefined);
}

/** Whether the sentence of an event names its agent, or the title or the sentence before it does. */
function isNear(
  { sentence, index, action }: EventReport,
  names: PhraseFinder,
  { title, text }: Sentences,
): boolean {
  const isNamedIn = (other: Sentence | undefined) => other && names.in(other).length > 0;
  if (isNamedIn(sentence)) return true;
  if (index < 0) return Boolean(isNamedIn(text[0]));
  if (hasOtherAgent(sentence, action)) return false;
  return [title, text[0], text[index - 1]].some(isNamedIn);
}

/** Whether another name precedes the action: "Another maker, Brindle, cut its dividend". */
function hasOtherAgent({ terms, words, hasMark }: Sentence, action: number): boolean {
  return words.slice(0, action).some((word, at) => {
    const [term = ''] = terms.slice(at, at + 1);
    const isName = /^\p{Lu}/u.test(word) && specificityOf(term) === 'specific';
    const isFirst = at === 0 && !hasMark[0] && !/^\p{Lu}/u.test(words[1] ?? '');
    return isName && !isFirst && otherSpellings([term]) === undefined;
  });
}

const byTerms = termsOf('by');
/** Actions as nouns, whose order says nothing: "the acquisition of Acme". */
const noun =
  /^(?:acquisitions?|takeovers?|purchases?|mergers?|bids?|offers?|buyouts?|sales?|deals?|talks|plans?|lawsuits?|suits?)$/i;

/** What the object of an action does in a sentence; `undefined` if its grammar does not show it. */
function roleIn(
  { sentence, action, object }: EventReport,
  names: PhraseFinder,
): 'acts' | 'undergoes' | undefined {
  const { terms, words } = sentence;
  const agents = names.in(sentence).map(({ at }) => at);
  const by = terms.findIndex((term, at) => at > action && at <= action + 5 && byTerms().has(term));
  if (by >= 0) {
    const isNext = (at: number) => at > by && at <= by + 3;
    if (isNext(object)) return 'acts';
    return agents.some(isNext) ? 'undergoes' : undefined;
  }
  if (noun.test(words[action] ?? '')) return undefined;
  const precedes = agents.some((at) => at < action);
  const follows = agents.some((at) => at > action);
  if (object > action && precedes) return 'undergoes';
  return object < action && follows && !precedes ? 'acts' : undefined;
}
