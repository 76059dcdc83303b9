import type { Owner } from '../store.ts';

/** Owners as one SQL parameter: a JSON array that `json_each` opens, whatever their number. */
export function ownersParameter(owners: readonly Owner[]): string {
  return JSON.stringify(owners.map(({ type, id }) => [type, id]));
}

/** Holds for rows of any of the owners in the parameter, by the index that begins with both columns. */
export const ownedByAny = `(owner_type, owner_id) IN
  (SELECT value ->> 0, value ->> 1 FROM json_each(?))`;
