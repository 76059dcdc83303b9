import type { Owner } from '../store.ts';
import { rowsParameter } from './rows-parameter.ts';

/** Owners as one SQL parameter, whatever their number. */
export function ownersParameter(owners: readonly Owner[]): string {
  return rowsParameter(owners.map(({ type, id }) => ({ type, id })));
}

/**
 * A FROM item `name` with what `select` gives for each of the owners in the parameter of this number,
 * one after the other by the table's index: the planner cannot know how few they are.
 *
 * @param select ends with conditions that may take a further AND
 * @param rest what follows its conditions
 */
export function forEachOwner(
  parameter: number,
  name: string,
  select: string,
  rest = 'OFFSET 0',
): string {
  return `(
    SELECT DISTINCT type, id FROM json_to_recordset($${parameter}) AS o (type text, id text)
  ) AS owner CROSS JOIN LATERAL (
    ${select} AND owner_type = owner.type AND owner_id = owner.id ${rest}
  ) AS ${name}`;
}
