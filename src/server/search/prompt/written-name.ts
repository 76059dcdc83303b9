import type { QueryClause } from './parse-prompt.ts';
import type { QueryUnit } from './query-unit.ts';
import { unitsOf } from './unit-terms.ts';

/**
 * How an excluded name must be written in a news item if its words are all wanted too, so that only
 * capital letters distinguish it: "German banks, but not Deutsche Bank". `undefined` for others.
 */
export function writtenName(
  [unit, ...others]: readonly QueryUnit[],
  clauses: readonly QueryClause[],
): RegExp | undefined {
  if (!unit || others.length > 0 || unit.kind !== 'name' || unit.phrase.length < 2)
    return undefined;
  const wanted = new Set(unitsOf(clauses).flatMap(({ phrase }) => phrase));
  if (!unit.phrase.every((term) => wanted.has(term))) return undefined;
  const words = unit.label.match(/[\p{L}\p{N}]+/gu) ?? [];
  // Names are inflected: "der Deutschen Bank". Headlines may be in capitals.
  const inflected = words.map((word) => `${word}\\p{Ll}{0,2}`).join('[\\s-]+');
  const inCapitals = words.map((word) => word.toUpperCase()).join('[\\s-]+');
  return new RegExp(`(?<!\\p{L})(?:${inflected}|${inCapitals})(?!\\p{L})`, 'u');
}
