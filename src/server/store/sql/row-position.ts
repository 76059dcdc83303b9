import { raw, type Sql, sql } from './sql.ts';

/** The place of a row in a list that is ordered by time, then by insertion. */
export interface RowPosition {
  /** In milliseconds. */
  time: number;
  sequence: number;
}

/** A listed record with the number that orders it among records of the same time. */
export type Listed<Record> = Record & Pick<RowPosition, 'sequence'>;

/**
 * A condition on the rows of a list: those before or after a position in ascending order; all rows
 * without a position.
 *
 * @param timeColumn the column that orders the list; the other one is `sequence`
 */
export function beyond(
  position: RowPosition | undefined,
  timeColumn: string,
  direction: 'before' | 'after',
): Sql {
  if (!position) return raw('1 = 1');
  const { time, sequence } = position;
  const comparison = direction === 'before' ? '<' : '>';
  return sql`(${raw(timeColumn)}, sequence) ${raw(comparison)} (${time}, ${sequence})`;
}
