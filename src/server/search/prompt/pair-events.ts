import type { Direction } from './amount-limits.ts';
import { type EventForms, isVague, type QueryUnit } from './query-unit.ts';
import { specificityOf } from './term-weight.ts';
import { type UnitGroup, withoutEmpty } from './unit-groups.ts';

/**
 * Joins each action with its object to an event: "cuts | dividend", "dividend | cut", "files" and
 * "Chapter 11". An action without an object stays a word.
 */
export function pairEvents(groups: readonly UnitGroup[]): UnitGroup[] {
  const paired = groups.map(({ units, separator }, at) => {
    const shared = sharesObject(groups, at) ? units.slice(-1) : [];
    const own = units.slice(0, units.length - shared.length);
    return { units: [...pairInGroup(own), ...shared], separator };
  });
  for (const [at, group] of paired.entries()) {
    const action = group.units.find(isUnpaired);
    if (!action) continue;
    const next = paired[at + 1];
    const previous = paired[at - 1];
    const isLast = group.units.at(-1) === action;
    const object = next?.separator === 'break' && isLast ? objectAfterNames(next.units) : undefined;
    if (next && object && canPair(action, object)) {
      group.units = replaced(group.units, action, eventUnit(action, object));
      next.units = next.units.filter((unit) => unit !== object);
      continue;
    }
    const isFirst = group.units[0] === action;
    const preceding = previous?.units.at(-1);
    if (
      previous &&
      preceding &&
      group.separator === 'break' &&
      isFirst &&
      isObject(preceding) &&
      canPair(action, preceding)
    ) {
      group.units = replaced(group.units, action, eventUnit(action, preceding));
      previous.units = previous.units.filter((unit) => unit !== preceding);
    }
  }
  shareObjects(paired);
  return withoutEmpty(paired);
}

/** In "raises or cuts its dividend", both actions have the same object. */
function shareObjects(groups: UnitGroup[]): void {
  for (const [at, group] of [...groups.entries()].reverse()) {
    const next = groups[at + 1];
    const action = group.units.at(-1);
    const event = next?.separator === 'or' ? next.units[0] : undefined;
    if (!action || !isUnpaired(action) || !event?.event || !event.subject) continue;
    group.units = replaced(group.units, action, {
      ...action,
      ...eventOf(action, event.event),
      subject: event.subject,
    });
  }
}

/** Whether the object of a group's last action follows the next action: "raises or cuts dividend". */
function sharesObject(groups: readonly UnitGroup[], at: number): boolean {
  const action = groups[at]?.units.at(-1);
  const next = groups[at + 1];
  const [first, ...others] = next?.units ?? [];
  if (!action || !isUnpaired(action) || next?.separator !== 'or') return false;
  if (!first || !isUnpaired(first)) return false;
  const isShared = others.length === 0 && sharesObject(groups, at + 1);
  return isShared || objectAfterNames(others)?.subject !== undefined;
}

function pairInGroup(units: readonly QueryUnit[]): QueryUnit[] {
  let result = [...units];
  for (const action of units) {
    const at = result.indexOf(action);
    if (at < 0 || action.kind !== 'word' || !action.action) continue;
    const following = followingObject(result.slice(at + 1, at + 1 + maxFollowing));
    const object = isUnpaired(action)
      ? (following ?? (hasAgent(action) ? undefined : precedingObject(result, at)))
      : following;
    const isAdjacent = object !== undefined && Math.abs(result.indexOf(object) - at) <= maxDistance;
    if (!object || !isAdjacent || !canPair(action, object)) continue;
    result = replaced(result, action, eventUnit(action, object)).filter((unit) => unit !== object);
  }
  return result;
}

/** Maximum distance of an action and its object, in units. */
const maxDistance = 3;
/** Number of units after an action that are examined. */
const maxFollowing = 20;

function precedingObject(units: readonly QueryUnit[], at: number): QueryUnit | undefined {
  return units.slice(Math.max(at - maxDistance, 0), at).findLast(isObject);
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
    object.subject !== undefined || !action.phrase.every((term) => specificityOf(term) === 'vague')
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

function eventUnit(action: QueryUnit, object: QueryUnit): QueryUnit {
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
    ...eventOf(action, {
      subjects: [phrase, ...spellings],
      newsSubjects: [...related, ...(object.subject?.objectForms ?? [])],
    }),
  };
}

function eventOf(
  { phrase, action, related }: QueryUnit,
  subjects: Pick<EventForms, 'subjects' | 'newsSubjects'>,
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
