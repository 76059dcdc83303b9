import { analyze } from '../text/analyzer.ts';
import { termsOf } from '../text/stop-words.ts';
import type { QueryUnit } from './query-unit.ts';
import type { UnitGroup } from './unit-groups.ts';
import { isVerb } from './verbs.ts';

/** Words for what two parties do with each other. */
const mutualTerms = termsOf(`
  merge merger meet meeting summit talks negotiate negotiation war border ceasefire truce treaty pact
  accord agree agreement deal relations ties dispute conflict tension alliance partnership cooperate
  cooperation settle settlement clash feud rivalry battle fight lawsuit litigation suit affair scandal
  venture cooperation swap
`);

/**
 * Decides what each "and" means: both sides are required, or one of them is enough. Commas before
 * it mean the same.
 *
 * @param isListed whether the prompt lists its subjects, as "news about Fiat and Volvo" does
 */
export function resolveAnd(groups: readonly UnitGroup[], isListed: boolean): UnitGroup[] {
  return groups.map((group, index) => {
    const { separator } = group;
    if (separator === 'both') return { ...group, separator: 'break' };
    if (separator !== 'and') return group;
    const isBoth = requiresBoth(groups, index, isListed);
    return { ...group, separator: isBoth ? 'break' : 'or' };
  });
}

function requiresBoth(groups: readonly UnitGroup[], index: number, isListed: boolean): boolean {
  const [left, right] = [groups[index - 1], groups[index]];
  const last = left?.units.at(-1);
  const first = right?.units[0];
  if (!left || !right || !last || !first) return false;
  if (right.determiner === 'possessive' && !isVerbPhrase(left.units)) return true;
  if (isVerbPhrase(left.units) && isVerbPhrase(right.units)) return true;
  if (first.isVerb && left.units.length > 1 && !isVerb(last)) return true;
  // "Fiat, Volvo and Scania"
  if (left.separator === 'comma' || left.separator === 'or') return false;
  const names = [last, first].filter(isName);
  if (names.length === 0) return false;
  const clause = clauseAt(groups, index);
  const hasShared = clause
    .flatMap(({ units }) => units)
    .some((unit) => unit !== last && unit !== first);
  if (names.length < 2) return isName(last) || !isShared(clause, left);
  if (isPlace(last) !== isPlace(first)) return true;
  return hasShared ? clause.some(({ units }) => units.some(isMutual)) : !isListed;
}

/** Whether something before a group applies to it: "strikes at" before "mines and Lufthansa". */
function isShared(clause: readonly UnitGroup[], group: UnitGroup): boolean {
  return clause[0] !== group;
}

/** The groups of the clause that has a group. */
function clauseAt(groups: readonly UnitGroup[], index: number): readonly UnitGroup[] {
  const start = groups.findLastIndex(
    ({ separator }, at) => at <= index && separator === 'condition',
  );
  const end = groups.findIndex(({ separator }, at) => at > index && separator === 'condition');
  return groups.slice(Math.max(start, 0), end < 0 ? groups.length : end);
}

const nounForms = /(?:ing|ed|(?<!^(?:ord|off|ent|low|discov))er)$/i;

/** A verb and its object, not "job cuts" or "falling prices". */
function isVerbPhrase(units: readonly QueryUnit[]): boolean {
  const verb = units.findIndex((unit) => isVerb(unit) && !nounForms.test(unit.label));
  return verb >= 0 && (units[verb + 1] !== undefined || units[verb]?.label.includes(' ') === true);
}

function isName({ kind }: QueryUnit): boolean {
  return kind === 'name' || kind === 'quoted';
}

/** Whether a name has known spellings, as those of countries and institutions do. */
function isPlace({ spellings }: QueryUnit): boolean {
  return spellings.length > 0;
}

function isMutual({ label }: QueryUnit): boolean {
  return analyze(label).terms.some((term) => mutualTerms().has(term));
}
