import { analyze } from '../text/analyzer.ts';
import { actionAt } from './lexicon.ts';
import type { QueryUnit } from './query-unit.ts';

/** Whether a unit is an action, as written in the prompt: "cuts", "replaces (its …)", "cuts jobs". */
export function isVerb(unit: QueryUnit): boolean {
  if (unit.kind !== 'word') return false;
  return unit.isVerb === true || (unit.subject ? hasObject(unit) : unit.action !== undefined);
}

/** The index of the first verb; -1 if there is none. */
export function verbIndex(units: readonly QueryUnit[]): number {
  return units.findIndex(isVerb);
}

const particles = new Set(['off', 'public', 'bust', 'bankrupt']);

/** Whether an event of the lexicon is a verb: "cuts jobs" and "lays off", not "job cuts". */
function hasObject({ label }: QueryUnit): boolean {
  const [first = '', second] = label.split(' ');
  if (second !== undefined && particles.has(second)) return true;
  return (
    second !== undefined && /s$/i.test(first) && actionAt(analyze(first).terms, 0) !== undefined
  );
}
