import {
  type EventPattern,
  eventPattern,
  maxEventEvidence,
  maxNounEvidence,
  PhraseFinder,
  reportsIn,
} from './event-reports.ts';
import type { QueryUnit } from './query-unit.ts';
import type { Sentences } from './sentences.ts';

/** How the sentences of a news item report the event of a unit. */
export type UnitReports = { event: EventPattern } | { noun: PhraseFinder };

/** Subjects of the lexicon that are events by themselves. */
const eventNouns = new Set([
  'takeover bid',
  'merger',
  'acquisition',
  'layoff',
  'strike',
  'stock split',
  'share buyback',
  'chapter 11',
  'bankruptcy',
  'ipo',
  'oil spill',
  'earthquake',
  'coup',
  'ceasefire',
  'data breach',
  'outage',
  'insider trading',
  'lawsuit',
  'recall',
]);

/** `undefined` for a unit that is no event. */
export function unitReports(unit: QueryUnit): UnitReports | undefined {
  const { event, label, phrase, spellings, related } = unit;
  if (!isReported(unit)) return undefined;
  if (event) return { event: eventPattern(event, label) };
  return { noun: new PhraseFinder([phrase, ...spellings, ...related]) };
}

/** Whether the sentences of an item show if it reports a unit. */
export function isReported({ event, kind, subject }: QueryUnit): boolean {
  if (event) return !event.actionShare;
  return kind === 'word' && eventNouns.has(subject?.label ?? '');
}

/** The most evidence of the event that the sentences of an item allow. */
export function maxReported(reports: UnitReports, sentences: Sentences): number {
  if ('noun' in reports) return maxNounEvidence(reports.noun, sentences);
  const { event } = reports;
  return maxEventEvidence(event, reportsIn(event, sentences), sentences);
}
