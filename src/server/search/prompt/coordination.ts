import type { QueryUnit } from './query-unit.ts';
import type { UnitGroup } from './unit-groups.ts';
import { isVerb, verbIndex } from './verbs.ts';

/** A part of a clause: one of its alternatives is required. */
export interface Slot {
  /** Each is met if all of its units are. */
  alternatives: QueryUnit[][];
  /** How it follows the previous slot: as its next word, after a preposition, or otherwise. */
  follows: 'directly' | 'loosely' | 'apart';
}

/**
 * The parts of groups that are joined by "or". What one side has in excess of the other applies to
 * all of them: "oil prices or production" is about oil, "copper or lithium prices" about prices,
 * and in "the auditor or the chairman resigns", each may resign.
 */
export function coordinate(sides: readonly UnitGroup[]): Slot[] {
  const slots = coordinated(sides);
  const follows = sides[0]?.separator === 'break' ? 'loosely' : 'apart';
  return slots
    .map(({ alternatives }) => alternatives.filter((units) => units.length > 0))
    .filter((alternatives) => alternatives.length > 0)
    .map((alternatives, index) => ({ alternatives, follows: index === 0 ? follows : 'directly' }));
}

type Alternatives = Pick<Slot, 'alternatives'>;

function coordinated(sides: readonly UnitGroup[]): Alternatives[] {
  for (let index = 1; index < sides.length - 1; index += 1) {
    const side = sides[index];
    const at = side ? endOfChoice(sides, index) : 0;
    if (!side || at === 0) continue;
    const head = { ...side, units: side.units.slice(0, at) };
    const rest = { ...side, units: side.units.slice(at), determiner: 'article' as const };
    return [
      ...choice([...sides.slice(0, index), head]),
      ...coordinated([rest, ...sides.slice(index + 1)]),
    ];
  }
  return choice(sides);
}

/**
 * The number of units with which a side ends a choice and begins another, 0 if it does not: 1 for
 * the second side of "Fiat or Volvo truck sales or exports".
 */
function endOfChoice(sides: readonly UnitGroup[], index: number): number {
  const units = sides[index]?.units ?? [];
  const before = sides.slice(0, index);
  const [next] = sides[index + 1]?.units ?? [];
  if (units.length < 2 || !next) return 0;
  const areNames = before.every(
    ({ units: [unit, ...more] }) => unit && isName(unit) && more.length === 0,
  );
  const [first] = units;
  if (areNames && first && isName(first)) return 1;
  const verb = verbIndex(units);
  if (before.every(({ units }) => verbIndex(units) < 0)) return Math.max(verb, 0);
  const areVerbs = before.every(({ units }) => verbIndex(units) === units.length - 1);
  return areVerbs && verb === 0 && verbIndex(sides[index + 1]?.units ?? []) < 0 ? 1 : 0;
}

function choice(sides: readonly UnitGroup[]): Alternatives[] {
  const all = sides.map(({ units }) => units);
  const [first = []] = all;
  const last = all.at(-1) ?? [];
  const middle = all.slice(1, -1);
  if (sides.length === 1) return [one(first)];
  // Nothing divides the words of an unspaced script.
  if (all.flat().some(({ word }) => word !== undefined)) return [{ alternatives: all }];
  const otherVerb = verbIndex(last);
  const verb = leadingVerb(first, otherVerb);
  const own = ownedSide(sides, verb);
  if (own) return own;
  const named = namedChoice(sides, verb, otherVerb);
  if (named) return named;
  if (verb >= 0 && otherVerb >= 0) {
    // "A bank fails or savers lose money"
    if (otherVerb > 0) return [{ alternatives: all }];
    return [one(first.slice(0, verb)), ...verbChoice([first.slice(verb), ...middle, last])];
  }
  if (otherVerb > 0 && !isCompound(first, last, otherVerb)) {
    const subjects = [...sides.slice(0, -1), { ...sides.at(-1), units: last.slice(0, otherVerb) }];
    return [...nounChoice(subjects), one(last.slice(otherVerb))];
  }
  if (otherVerb >= 0 && last.length > 1) return [{ alternatives: all }];
  if (verb >= 0 && verb < first.length - 1) {
    const objects = [{ ...sides[0], units: first.slice(verb + 1) }, ...sides.slice(1)];
    return [one(first.slice(0, verb + 1)), ...nounChoice(objects)];
  }
  return nounChoice(sides);
}

/** "Iran attacks or seizes ships": before another verb, a plural that may be a verb is one. */
function leadingVerb(units: readonly QueryUnit[], otherVerb: number): number {
  const verb = verbIndex(units);
  const last = units.at(-1);
  return verb < 0 && otherVerb === 0 && last?.action && isPlural(last) ? units.length - 1 : verb;
}

/** "Fiat or its suppliers raise prices" is about Fiat: whose suppliers they are is not compared. */
function ownedSide(sides: readonly UnitGroup[], verb: number): Alternatives[] | undefined {
  const [first, last] = sides;
  const isOwned = last?.determiner === 'possessive' && first?.determiner === undefined;
  if (!first || !isOwned || verb >= 0 || sides.length > 2) return undefined;
  const action = last.units.findIndex((unit, at) => at > 0 && (isVerb(unit) || unit.action));
  return [one(first.units), one(action < 0 ? [] : last.units.slice(action))];
}

/** "Raises or cuts dividend": verbs without an object have that of the last one. */
function verbChoice(sides: readonly QueryUnit[][]): Alternatives[] {
  const last = sides.at(-1) ?? [];
  const others = sides.slice(0, -1);
  const isShared = last.length > 1 && others.every((units) => units.length === 1);
  if (!isShared) return [{ alternatives: withObjects(sides) }];
  return [{ alternatives: [...others, last.slice(0, 1)] }, one(last.slice(1))];
}

/** Gives each verb without an object that of the next side: "raises or cuts rates, and ends aid". */
function withObjects(sides: readonly QueryUnit[][]): QueryUnit[][] {
  const all: QueryUnit[][] = [];
  let object: QueryUnit[] = [];
  for (const units of [...sides].reverse()) {
    if (units.length > 1) object = units.slice(1);
    all.push(units.length > 1 ? units : [...units, ...object]);
  }
  return all.reverse();
}

/** Whether the last word of a side is a noun: "strikes or price increases". */
function isCompound(
  first: readonly QueryUnit[],
  last: readonly QueryUnit[],
  verb: number,
): boolean {
  const isLast = verb === last.length - 1 && isPlural(last[verb]);
  if (!isLast) return false;
  const isParallel = first.length > 1 && first.length === last.length;
  return isParallel || (isPlural(first.at(-1)) && !isPlural(last[verb - 1]));
}

function isPlural(unit: QueryUnit | undefined): boolean {
  return unit !== undefined && unit.kind === 'word' && /[^s]s$/i.test(unit.label);
}

type Side = Pick<UnitGroup, 'units' | 'determiner'>;

function nounChoice(sides: readonly Side[]): Alternatives[] {
  const all = sides.map(({ units }) => units);
  const [first = []] = all;
  const last = all.at(-1) ?? [];
  if (isComplete(sides, first, last)) return [{ alternatives: all }];
  const areNamed = [first, last].every(
    ([unit, ...more]) => unit && isName(unit) && more.length > 0,
  );
  if (areNamed) {
    const own = last.slice(0, first.length);
    return [{ alternatives: [...all.slice(0, -1), own] }, one(last.slice(first.length))];
  }
  return sharedName(sides, first, last) ?? sharedWords(all, first, last);
}

/** Whether the last side needs nothing: "a central banker", "(dockers or) port workers". */
function isComplete(
  sides: readonly Side[],
  first: readonly QueryUnit[],
  last: readonly QueryUnit[],
): boolean {
  if (sides.at(-1)?.determiner) return true;
  const arePlural = isPlural(first.at(-1)) && isPlural(last.at(-1));
  return arePlural && !isPlural(last[0]) && last.length > first.length;
}

/** The words that one side has in excess apply to all sides. */
function sharedWords(
  all: readonly QueryUnit[][],
  first: readonly QueryUnit[],
  last: readonly QueryUnit[],
): Alternatives[] {
  const shortest = Math.min(...all.map(({ length }) => length));
  const endsWithName = first.slice(-1).some(isName);
  const startsWithName = last.slice(0, 1).some(isName);
  const hasName = endsWithName || startsWithName;
  const tailLength = endsWithName ? 1 : hasName ? first.length : shortest;
  const headLength = startsWithName ? 1 : hasName ? last.length : shortest;
  const tail = first.slice(first.length - tailLength);
  const head = last.slice(0, headLength);
  // "Vaccines or vaccination campaigns": both sides begin with the same term.
  if (textOf(tail) === textOf(head)) return [{ alternatives: [...all] }];
  return [
    one(first.slice(0, first.length - tailLength)),
    { alternatives: [tail, ...all.slice(1, -1), head] },
    one(last.slice(headLength)),
  ];
}

/** "IBM layoffs or plant closures": the name applies to all sides. */
function namedChoice(
  sides: readonly UnitGroup[],
  verb: number,
  otherVerb: number,
): Alternatives[] | undefined {
  const [{ units: first } = { units: [] }, ...rest] = sides;
  const [name, ...others] = first;
  const endsWithNoun = verb === first.length - 1 && isPlural(first.at(-1)) && otherVerb !== 0;
  const isParallel = otherVerb < 0 && first.length === rest.at(-1)?.units.length;
  if (!name || !isName(name) || isParallel || !(verb < 0 || endsWithNoun)) return undefined;
  const all = [others, ...rest.map(({ units }) => units)];
  const isShared = all.every((units) => units.length > 0 && !units.some(isName));
  return isShared
    ? [one([name]), ...choice([{ units: others, separator: 'or' }, ...rest])]
    : undefined;
}

/** "Japanese car or truck exports": the name applies to all sides. */
function sharedName(
  sides: readonly Side[],
  first: readonly QueryUnit[],
  last: readonly QueryUnit[],
): Alternatives[] | undefined {
  const [name, ...others] = first;
  const isShared = name && isName(name) && others.length > 0 && first.length === last.length;
  if (!isShared || [...others, ...last].some(isName)) return undefined;
  const rest = [{ ...sides[0], units: others }, ...sides.slice(1)];
  const sharesNoun = isPlural(last.at(-1)) && !isPlural(others.at(-1));
  // "An American bank or securities house"
  const whole = [{ alternatives: rest.map(({ units }) => units) }];
  return [one([name]), ...(sharesNoun ? nounChoice(rest) : whole)];
}

function one(units: QueryUnit[]): Alternatives {
  return { alternatives: [units] };
}

/** Whether a unit is a name, by its capital letters: in "opec or iea quotas", nothing is. */
function isName({ kind, label }: QueryUnit): boolean {
  const isLowerCase = /\p{Ll}/u.test(label) && !/\p{Lu}/u.test(label);
  return kind === 'quoted' || ((kind === 'name' || kind === 'region') && !isLowerCase);
}

function textOf(units: readonly QueryUnit[]): string {
  return units.map(({ phrase }) => phrase.join(' ')).join(' ');
}
