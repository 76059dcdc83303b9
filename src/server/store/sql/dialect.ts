import type { Statement } from './statement.ts';

/** SQL that runs on any number of records. */
export interface RecordsWork<Row> {
  /** The table that has the columns, with the types of the values. */
  table: string;
  columns: readonly (keyof Row & string)[];
  records: readonly Row[];
  /** @param given a table expression with the columns of the records: the only parameters */
  sql(given: string): string;
  /** How many rows each record must change: see {@link Statement.mustChange}. */
  mustChange?: number;
}

/** How one database writes what the other writes differently. */
export interface Dialect {
  /** The type of text, which sorts by its bytes. */
  text: string;
  /** The type of a whole number below 2^53. */
  integer: string;
  /** The type of a primary key that numbers the rows in the order of their insertion. */
  sequence: string;
  /** Ends the definition of a table. */
  end: string;
  /** Ends the definition of a table whose rows change often. */
  endOfUpdated: string;
  /** A condition: the column has one of the values of the next parameter, a list. */
  isIn(column: string): string;
  /** The statements that run the same SQL on all of the records, in their order. */
  forRecords<Row>(work: RecordsWork<Row>): Statement[];
  /** Ends a subquery for rows to change, and leaves out those that another transaction changes. */
  skipLocked: string;
  /** The statements by which a transaction waits until no other one adds to the table. */
  lockTable(table: string): readonly Statement[];
}
