/** The value of a parameter. A list is one value: see `isIn` of the dialect. */
export type SqlValue = string | number | null | readonly (string | number)[];

/** One SQL statement with a `?` for each of its values. */
export interface Statement {
  sql: string;
  values: readonly SqlValue[];
  /** How many rows it must change: with any other number nothing of its batch is stored. */
  mustChange?: number;
}

/** Rolls a batch back whose statement did not change as many rows as it must. */
export class UnmetStatement extends Error {
  override readonly name = 'UnmetStatement';
  readonly statement: Statement;

  constructor(statement: Statement) {
    super('the statement changed another number of rows than it must');
    this.statement = statement;
  }
}
