import type { Owner } from '../store.ts';
import { rowsParameter } from './rows-parameter.ts';

/** Owners as one SQL parameter, whatever their number. */
export function ownersParameter(owners: readonly Owner[]): string {
  return rowsParameter(owners.map(({ type, id }) => ({ type, id })));
}

/** Holds for rows of any of the owners in the parameter of this number. */
export function ownedByAny(parameter: number): string {
  return `(owner_type, owner_id) IN
    (SELECT type, id FROM json_to_recordset($${parameter}) AS o (type text, id text))`;
}
