import { searchedText } from '../searched-text.ts';
import { isVague, type QueryUnit, queryUnits, quotedUnit, type Separator } from './query-units.ts';

/** Met if any alternative is met. An alternative is met if all of its units are. */
export interface Requirement {
  alternatives: QueryUnit[][];
}

/** Met if all of its requirements are met. */
export type QueryClause = Requirement[];

/** Units without separators between them. */
interface UnitGroup {
  units: QueryUnit[];
  /** The separator before the group. */
  separator: Separator;
}

/**
 * Parses a monitor's prompt into clauses. A news item must meet one of them: "when a bank fails or
 * if savers lose money" has two. Returns no clauses if the prompt has no words. Text beyond the
 * limits of {@link searchedText} is ignored.
 *
 * @param phrases the quoted phrases of the prompt, in terms; every clause requires them
 */
export function parsePrompt(prompt: string, phrases: readonly string[][]): QueryClause[] {
  const unquoted = searchedText(prompt).searched.replace(
    /"([^"]*)"/g,
    (quotation, inside: string) => (/[\p{L}\p{N}]/u.test(inside) ? ' , ' : quotation),
  );
  const required = phrases.map((phrase) => ({ alternatives: [[quotedUnit(phrase)]] }));
  const groups = groupUnits(withoutVague(queryUnits(unquoted)));
  const clauses = splitClauses(groups).map((clause) => [...required, ...requirementsOf(clause)]);
  return clauses.length > 0 ? clauses : [required].filter((clause) => clause.length > 0);
}

/** Drops vague units, unless the prompt has no others. */
function withoutVague(units: (QueryUnit | Separator)[]): (QueryUnit | Separator)[] {
  const specific = units.filter((unit) => typeof unit === 'string' || !isVague(unit));
  return specific.some((unit) => typeof unit !== 'string') ? specific : units;
}

function groupUnits(units: readonly (QueryUnit | Separator)[]): UnitGroup[] {
  const groups: UnitGroup[] = [];
  let separator: Separator = 'break';
  let current: UnitGroup | undefined;
  for (const unit of units) {
    if (typeof unit !== 'string') {
      if (current) current.units.push(unit);
      else {
        current = { units: [unit], separator };
        groups.push(current);
      }
      continue;
    }
    separator = current ? (unit === 'clause' ? 'break' : unit) : combined(separator, unit);
    current = undefined;
  }
  return resolveCommas(groups);
}

/** The separator that results from two adjacent ones. */
function combined(previous: Separator, next: Separator): Separator {
  if (next === 'clause') return previous === 'or' || previous === 'clause' ? 'clause' : previous;
  if (previous === 'clause') return 'clause';
  return next === 'or' || previous === 'or' ? 'or' : previous === 'comma' ? 'comma' : next;
}

/** Commas separate alternatives if an "or" ends the list, or if there are at least two of them. */
function resolveCommas(groups: readonly UnitGroup[]): UnitGroup[] {
  const resolved: UnitGroup[] = [];
  for (let start = 0; start < groups.length; ) {
    let end = start;
    while (groups[end]?.separator === 'comma') end += 1;
    const separator = groups[end]?.separator === 'or' || end - start > 1 ? 'or' : 'break';
    resolved.push(...groups.slice(start, end).map((group) => ({ ...group, separator }) as const));
    resolved.push(...groups.slice(end, end + 1));
    start = end + 1;
  }
  return resolved;
}

function splitClauses(groups: readonly UnitGroup[]): UnitGroup[][] {
  const clauses: UnitGroup[][] = [];
  for (const group of groups) {
    const last = clauses.at(-1);
    if (last && group.separator !== 'clause') last.push(group);
    else clauses.push([group]);
  }
  return clauses;
}

function requirementsOf(groups: readonly UnitGroup[]): Requirement[] {
  const requirements: Requirement[] = [];
  for (let start = 0; start < groups.length; ) {
    let end = start + 1;
    while (groups[end]?.separator === 'or') end += 1;
    requirements.push(...requirementsOfChoice(groups.slice(start, end).map(({ units }) => units)));
    start = end;
  }
  return requirements;
}

/**
 * The requirements of groups joined by "or". If one side has more units, the extra ones apply to
 * both sides: "oil prices or production" is about oil, "copper or lithium prices" about prices.
 */
function requirementsOfChoice(sides: readonly QueryUnit[][]): Requirement[] {
  const [first = []] = sides;
  if (sides.length === 1) return first.map(unitRequirement);
  const last = sides.at(-1) ?? [];
  const shortest = Math.min(...sides.map((side) => side.length));
  const endsWithName = first.at(-1)?.kind === 'name';
  const startsWithName = last[0]?.kind === 'name';
  const hasName = endsWithName || startsWithName;
  const tailLength = endsWithName ? 1 : hasName ? first.length : shortest;
  const headLength = startsWithName ? 1 : hasName ? last.length : shortest;
  const tail = first.slice(first.length - tailLength);
  const head = last.slice(0, headLength);
  // "Vaccines or vaccination campaigns": both sides begin with the same term.
  if (textOf(tail) === textOf(head)) return [{ alternatives: [...sides] }];
  const excess = [...first.slice(0, first.length - tailLength), ...last.slice(headLength)];
  return [{ alternatives: [tail, ...sides.slice(1, -1), head] }, ...excess.map(unitRequirement)];
}

function unitRequirement(unit: QueryUnit): Requirement {
  return { alternatives: [[unit]] };
}

function textOf(units: readonly QueryUnit[]): string {
  return units.map(({ phrase }) => phrase.join(' ')).join(' ');
}
