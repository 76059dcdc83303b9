import { once } from '../../../contract/once.ts';
import { analyze } from '../text/analyzer.ts';
import { localNegations } from './local-units.ts';
import {
  creditAt,
  firstTerms,
  highestCredit,
  leadCredit,
  leadLength,
  nearest,
  openingCredit,
  openingLength,
  positionsIn,
  relatedCredit,
} from './position-credit.ts';
import { type PhraseIds, phraseIds, type TermPlaces } from './term-places.ts';

/** An action near its object in the lead, if one of them is also in the title. */
const splitCredit = 0.9;
/** An action in the title and its object among the first terms of the text, or the reverse. */
const acrossCredit = 0.64;
/** Factor for an event in less certain forms. */
const newsFormsCredit = 0.9;
/** Number of terms before an action in which a negation applies to it. */
const negationWindow = 4;

/** What to look for in texts as evidence of an event. */
export interface EventPhrases {
  actions: PhraseIds[];
  subjects: PhraseIds[];
  allActions: PhraseIds[];
  allSubjects: PhraseIds[];
  subjectShare: number;
  actionShare: number;
  window: number;
}

/** The same for an event that one word names. */
interface NounPhrases {
  phrase: PhraseIds;
  spellings: PhraseIds[];
  related: PhraseIds[];
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

/** The evidence of an event that one word names, unless the title denies it. */
export function affirmedEvidence(unit: NounPhrases, { title, text }: TermPlaces): number {
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
  const creditOf = (positions: readonly number[]) =>
    positions.length === 0 ? 0 : creditAt(Math.min(...positions));
  return Math.max(
    creditOf(affirmed(certain, text, text.length)),
    relatedCredit * creditOf(affirmed(unit.related, text, text.length)),
  );
}

/** The evidence of an action near its object, unless the title denies it. */
export function eventEvidence(event: EventPhrases, places: TermPlaces): number {
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
