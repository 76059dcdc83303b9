import type { Statement } from './sql.ts';

/** SQL to run on any number of records. */
export interface RecordsWork<Row> {
  /** The table whose columns have the types of the values. */
  table: string;
  columns: readonly (keyof Row & string)[];
  records: readonly Row[];
  /** @param given a table expression for the records, which has the only parameters of the SQL */
  sql(given: string): string;
  /** The number of rows that each record must change: see {@link Statement.mustChange}. */
  mustChange?: number;
}

/** The SQL that differs between the databases. */
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
  /** A condition: the column has one of the values of a list, which is the next parameter. */
  isIn(column: string): string;
  /** Statements that run the same SQL on all records, in their order. */
  forRecords<Row>(work: RecordsWork<Row>): Statement[];
  /** Ends a subquery: locks its rows and skips those that another transaction has locked. */
  skipLocked: string;
  /** Statements that wait for all transactions that have written to the table, and lock it. */
  lockTable(table: string): readonly Statement[];
}
