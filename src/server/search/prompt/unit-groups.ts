import type { QueryUnit } from './query-unit.ts';
import type { Separator } from './separators.ts';

/** Units without separators between them. */
export interface UnitGroup {
  units: QueryUnit[];
  /** The separator before the group. */
  separator: Separator;
}

/** Drops groups without units; the next group keeps their separator. */
export function withoutEmpty(groups: readonly UnitGroup[]): UnitGroup[] {
  const kept: UnitGroup[] = [];
  let dropped: Separator | undefined;
  for (const { units, separator } of groups) {
    const joined = dropped ? combined(dropped, separator) : separator;
    if (units.length === 0) dropped = joined;
    else {
      kept.push({ units, separator: joined });
      dropped = undefined;
    }
  }
  return kept;
}

/** The separator that results from two adjacent ones. */
export function combined(previous: Separator, next: Separator): Separator {
  if (next === 'clause') return previous === 'or' || previous === 'clause' ? 'clause' : previous;
  if (previous === 'clause') return 'clause';
  return next === 'or' || previous === 'or' ? 'or' : previous === 'comma' ? 'comma' : next;
}
