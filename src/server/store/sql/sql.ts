/** The value of a parameter. A list is one value: see `isIn` of the dialect. */
export type SqlValue = string | number | null | readonly (string | number)[];

/** One SQL statement with a `?` for each of its values. */
export interface Statement {
  sql: string;
  values: readonly SqlValue[];
  /** The number of rows that it must change: otherwise nothing of its batch is stored. */
  mustChange?: number;
}

/** Rolls back a batch: a statement did not change as many rows as it must. */
export class UnmetStatement extends Error {
  override readonly name = 'UnmetStatement';
  readonly statement: Statement;

  constructor(statement: Statement) {
    super('the statement did not change as many rows as it must');
    this.statement = statement;
  }
}
