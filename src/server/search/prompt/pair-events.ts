import type { Slot } from './coordination.ts';
import type { Direction } from './direction.ts';
import { type EventForms, isVague, type QueryUnit } from './query-unit.ts';
import { specificityOf } from './term-weight.ts';

/** Maximum number of events that the alternatives of an action and of its object make up. */
const maxEvents = 24;

/**
 * Joins each action with its object to an event: "cuts | dividend", "dividend | cut", "files" and
 * "Chapter 11". An action without an object stays a word. Alternatives are joined with all others:
 * "raises or cuts | dividend", "attacks | ships or tankers", "auditor or chairman | resigns".
 */
export function pairEvents(slots: readonly Slot[]): Slot[] {
  const paired = slots.map((slot) => ({
    ...slot,
    alternatives: slot.alternatives.map(pairInGroup),
  }));
  for (const [at, slot] of paired.entries()) {
    const next = paired[at + 1];
    if (next && next.follows !== 'apart') pairWithNext(slot, next);
  }
  for (const [at, slot] of paired.entries()) {
    const next = paired[at + 1];
    if (next && next.follows !== 'apart') pairWithPrevious(slot, next);
  }
  return paired.filter(({ alternatives }) => alternatives.length > 0);
}

/** Pairs the last actions of a slot with objects in the next one. */
function pairWithNext(slot: Slot, next: Slot): void {
  const actions = slot.alternatives.map((units) => units.at(-1));
  if (!areAll(actions, isUnpaired)) return;
  const objectIn = next.follows === 'directly' ? followingObject : objectAfterNames;
  join(slot, actions, next, next.alternatives.map(objectIn), eventUnit);
}

/** Pairs the first actions of a slot with objects at the end of the previous one. */
function pairWithPrevious(previous: Slot, slot: Slot): void {
  const actions = slot.alternatives.map(([first]) => first);
  const objects = previous.alternatives.map((units) => units.at(-1));
  if (!areAll(actions, isUnpaired) || !areAll(objects, isObject)) return;
  join(previous, objects, slot, actions, (object, action) => eventUnit(action, object));
}

function areAll(
  units: readonly (QueryUnit | undefined)[],
  isKind: (unit: QueryUnit) => boolean,
): boolean {
  return units.length > 0 && units.every((unit) => unit !== undefined && isKind(unit));
}

/** Replaces one unit of each alternative of two slots by events of all of them. */
function join(
  slot: Slot,
  ends: readonly (QueryUnit | undefined)[],
  next: Slot,
  starts: readonly (QueryUnit | undefined)[],
  eventOf: (end: QueryUnit, start: QueryUnit) => QueryUnit | undefined,
): void {
  if (ends.length * starts.length > maxEvents) return;
  const events = eventsOf(ends, starts, eventOf);
  if (!events) return;
  const before = slot.alternatives.map((units) => units.slice(0, -1));
  const after = next.alternatives.map((units, at) => units.filter((unit) => unit !== starts[at]));
  // What is not an alternative stays a requirement of its own.
  if (after.length === 1) {
    slot.alternatives = before.map((units, at) => [...units, ...(events[at] ?? [])]);
    next.alternatives = withoutEmptyAlternatives(after);
  } else if (before.length === 1) {
    slot.alternatives = withoutEmptyAlternatives(before);
    next.alternatives = withEvents([[]], events, after);
  } else {
    slot.alternatives = [];
    next.alternatives = withEvents(before, events, after);
  }
}

/** Every alternative before an event with every one after it. */
function withEvents(
  before: readonly QueryUnit[][],
  events: readonly QueryUnit[][],
  after: readonly QueryUnit[][],
): QueryUnit[][] {
  return before.flatMap((left, at) =>
    after.map((right, to) => [...left, ...(events[at] ?? []).slice(to, to + 1), ...right]),
  );
}

/** The event of each pair of units; `undefined` if some make none. */
function eventsOf(
  ends: readonly (QueryUnit | undefined)[],
  starts: readonly (QueryUnit | undefined)[],
  eventOf: (end: QueryUnit, start: QueryUnit) => QueryUnit | undefined,
): QueryUnit[][] | undefined {
  const rows = ends.map((end) => starts.map((start) => end && start && eventOf(end, start)));
  const events = rows.map((row) => row.filter((event) => event !== undefined));
  return events.every(({ length }) => length === starts.length) ? events : undefined;
}

function withoutEmptyAlternatives(alternatives: QueryUnit[][]): QueryUnit[][] {
  return alternatives.some((units) => units.length > 0) ? alternatives : [];
}

function pairInGroup(units: readonly QueryUnit[]): QueryUnit[] {
  let result = [...units];
  for (const action of units) {
    const at = result.indexOf(action);
    if (at < 0 || action.kind !== 'word' || !action.action) continue;
    const before = result.slice(Math.max(at - maxDistance, 0), at);
    const object = objectOf(action, before, result.slice(at + 1, at + 1 + maxFollowing));
    const isAdjacent = object !== undefined && Math.abs(result.indexOf(object) - at) <= maxDistance;
    const event = object && isAdjacent ? eventUnit(action, object) : undefined;
    if (!event) continue;
    result = replaced(result, action, event).filter((unit) => unit !== object);
  }
  return result;
}

/** Maximum distance of an action and its object, in units. */
const maxDistance = 3;
/** Number of units after an action that are examined. */
const maxFollowing = 20;

function objectOf(
  action: QueryUnit,
  before: readonly QueryUnit[],
  after: readonly QueryUnit[],
): QueryUnit | undefined {
  const following = followingObject(after);
  if (following || !isUnpaired(action) || hasAgent(action)) return following;
  return before.findLast(isObject);
}

/** Actions of things themselves: "prices rising", "plants closing". */
const intransitiveActions = new Set(['raise', 'cut', 'close', 'open', 'begin', 'end', 'resign']);

/** Whether what precedes an action does it, as in "airlines ordering". */
function hasAgent({ label, action }: QueryUnit): boolean {
  return /ing$/i.test(label) && !intransitiveActions.has(action?.label ?? '');
}

/** The object after an action: "interest rates" of "US interest rates", or a name alone. */
function followingObject(units: readonly QueryUnit[]): QueryUnit | undefined {
  const [first] = units;
  const name = first?.kind === 'name' ? first : undefined;
  return objectAfterNames(units) ?? name;
}

/** "Unemployment" of "a rise in US unemployment". */
function objectAfterNames(units: readonly QueryUnit[]): QueryUnit | undefined {
  const names = units.findIndex(({ kind }) => kind !== 'name' && kind !== 'region');
  return objectsAtStart(units.slice(names < 0 ? units.length : names)).at(-1);
}

/** The words before the next name or action: the last one is the object of "cuts wheat subsidies". */
function objectsAtStart(units: readonly QueryUnit[]): QueryUnit[] {
  const end = units.findIndex((unit) => !isObject(unit));
  return units.slice(0, end < 0 ? units.length : end);
}

function isObject(unit: QueryUnit): boolean {
  const isWord = unit.kind === 'word' && !isVague(unit);
  return isWord && (unit.subject !== undefined || unit.action === undefined);
}

function isUnpaired(unit: QueryUnit): boolean {
  return unit.kind === 'word' && unit.action !== undefined && unit.subject === undefined;
}

/** "Starts" and "ends" need a known subject: "ends a strike", not "ends without a majority". */
function canPair(action: QueryUnit, object: QueryUnit): boolean {
  return (
    object.subject !== undefined ||
    action.phrase.length > 1 ||
    !action.phrase.every((term) => specificityOf(term) === 'vague')
  );
}

function replaced(units: readonly QueryUnit[], unit: QueryUnit, other: QueryUnit): QueryUnit[] {
  return units.map((each) => (each === unit ? other : each));
}

/** The share of its subject's evidence that an event has without its action: too little. */
const subjectShare = 0.4;
/** The same for actions that say little, such as "changes". */
const optionalActionShare = 0.75;
/** Maximum number of terms between an action and its object. */
const actionWindow = 10;
/** The direction of actions, by their label. */
const directions: Readonly<Record<string, Direction>> = { raise: 'up', cut: 'down' };
/** Actions on offices: "resigns as chairman". */
const officeActions = new Set(['resign', 'appoint']);
/** Maximum number of terms between a nationality and its company. */
const nationalityWindow = 3;
/** The share of a place's evidence that counts if no company is near it: it may be named. */
const placeShare = 0.75;

/** The event of an action and its object; `undefined` if they make no event. */
function eventUnit(action: QueryUnit, object: QueryUnit): QueryUnit | undefined {
  if (!canPair(action, object)) return undefined;
  const { phrase, spellings, related } = object;
  return {
    label: `${action.label} ${object.label}`,
    phrase,
    spellings,
    related,
    subject: object.subject ?? {
      label: object.label,
      forms: [phrase],
      newsForms: [],
      objectForms: [],
      isMarked: false,
    },
    ...formsOf(action, {
      subjects: [phrase, ...spellings],
      newsSubjects: [...related, ...(object.subject?.objectForms ?? [])],
      objectRole: object.kind === 'name' ? 'undergoes' : undefined,
    }),
  };
}

function formsOf(
  { phrase, action, related }: QueryUnit,
  subjects: Pick<EventForms, 'subjects' | 'newsSubjects' | 'objectRole'>,
): Pick<QueryUnit, 'kind' | 'event'> {
  const { forms = [], newsForms = [], isMarked } = action ?? {};
  return {
    kind: 'event',
    event: {
      ...subjects,
      actions: [phrase, ...forms],
      newsActions: [...newsForms, ...related],
      subjectShare: isMarked ? optionalActionShare : subjectShare,
      window: actionWindow,
      linksAs: officeActions.has(action?.label ?? ''),
      direction: directions[action?.label ?? ''],
    },
  };
}

/** Companies of a country or region, as in "Swedish companies": its name near a word for one. */
export function companiesOf(place: QueryUnit, company: QueryUnit): QueryUnit {
  const { phrase, spellings, related } = company;
  return {
    ...place,
    label:
      place.kind === 'region'
        ? `${company.label} of ${place.label}`
        : `${place.label} ${company.label}`,
    kind: 'event',
    event: {
      actions: [place.phrase, ...place.spellings],
      subjects: [phrase, ...spellings, ...related],
      newsActions: [],
      newsSubjects: [],
      subjectShare,
      actionShare: placeShare,
      window: nationalityWindow,
    },
  };
}
