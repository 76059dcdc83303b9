import type { QueryUnit } from './query-unit.ts';
import { type Determiner, isDeterminer, type Separator } from './separators.ts';

/** Units without separators between them. */
export interface UnitGroup {
  units: QueryUnit[];
  /** The separator before the group. */
  separator: Separator;
  /** The determiner before its first unit: a noun phrase of its own. */
  determiner?: Determiner | undefined;
}

/** Groups the units of a prompt. A word before a determiner is a verb: "replaces its chairman". */
export function groupUnits(marks: readonly (QueryUnit | Separator | Determiner)[]): UnitGroup[] {
  const groups: UnitGroup[] = [];
  let separator: Separator = 'break';
  let determiner: Determiner | undefined;
  let current: UnitGroup | undefined;
  for (const [at, mark] of marks.entries()) {
    if (mark === 'relative' && separator === 'or' && isParticiple(marks[at + 1])) continue;
    if (typeof mark !== 'string') {
      current ??= newGroup(groups, separator, determiner);
      current.units.push(asVerb(afterVerb(mark, current), current));
    } else if (isDeterminer(mark)) {
      const last = current?.units.at(-1);
      if (last?.kind === 'word') current?.units.splice(-1, 1, { ...last, isVerb: true });
      determiner = mark;
    } else {
      separator = current ? afterUnits(mark) : combined(separator, mark);
      determiner = undefined;
      current = undefined;
    }
  }
  return groups;
}

/** "Fired" of "quits or is fired": the part after "or" has no subject of its own. */
function isParticiple(mark: QueryUnit | Separator | Determiner | undefined): boolean {
  return typeof mark === 'object' && mark.kind === 'word' && /^\p{Ll}+ed(?: |$)/u.test(mark.label);
}

function newGroup(
  groups: UnitGroup[],
  separator: Separator,
  determiner: Determiner | undefined,
): UnitGroup {
  const group = { units: [], separator, determiner };
  groups.push(group);
  return group;
}

/** "Order" of "wins an order" is no action, unlike "cut" of "announces a cut". */
function afterVerb(unit: QueryUnit, { units }: UnitGroup): QueryUnit {
  const verb = units.at(-1);
  const isObject = verb?.isVerb && verb.action && !verb.subject && !unit.subject;
  return isObject ? { ...unit, action: undefined } : unit;
}

/** "Fails" of "an insurer fails", and "strike" of "mechanics strike", are verbs. */
function asVerb(unit: QueryUnit, { units, determiner }: UnitGroup): QueryUnit {
  const isPlural = (label = '') => /^\p{Ll}+[^s]s$/u.test(label);
  const isThird =
    determiner === 'indefinite' && isPlural(unit.label) && !isPlural(units.at(-1)?.label);
  const isStrike = unit.label === 'strike' && isPlural(units.at(-1)?.label);
  return unit.kind === 'word' && (isThird || isStrike) ? { ...unit, isVerb: true } : unit;
}

/** Drops groups without units; the next group keeps their separator. */
export function withoutEmpty(groups: readonly UnitGroup[]): UnitGroup[] {
  const kept: UnitGroup[] = [];
  let dropped: Separator | undefined;
  for (const group of groups) {
    const separator = dropped ? combined(dropped, group.separator) : group.separator;
    if (group.units.length === 0) dropped = separator;
    else {
      kept.push({ ...group, separator });
      dropped = undefined;
    }
  }
  return kept;
}

/** Only after "or" and "and" do the words of conditions begin an alternative. */
function afterUnits(separator: Separator): Separator {
  return separator === 'condition' || separator === 'relative' || separator === 'second'
    ? 'break'
    : separator;
}

/** The separator that results from two adjacent ones. */
function combined(previous: Separator, next: Separator): Separator {
  if (previous === 'condition') return previous;
  if (next === 'condition') return joins(previous) ? next : previous;
  if (next === 'relative') return beforeRelative(previous);
  if (next === 'second') return previous === 'and' ? 'both' : previous;
  if (joins(next)) return next === 'or' || !joins(previous) ? next : previous;
  return joins(previous) || previous === 'comma' ? previous : next;
}

/** "Or is" begins another question, "and that" another requirement. */
function beforeRelative(previous: Separator): Separator {
  if (previous === 'or') return 'condition';
  return previous === 'and' ? 'break' : previous;
}

function joins(separator: Separator): boolean {
  return separator === 'or' || separator === 'and' || separator === 'both';
}
