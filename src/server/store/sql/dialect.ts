import type { Sql, SqlValue } from './sql.ts';

/** SQL to run on any number of records. */
interface RecordStatement<Column extends string> {
  /** The table whose columns have the types of the values. */
  table: string;
  columns: readonly Column[];
  records: readonly Readonly<Record<Column, SqlValue>>[];
  /** @param rows a table expression for the records; the statement must have no other values */
  statement(rows: Sql): Sql;
  /** The number of rows that each record must change; default: any. */
  mustChange?: number;
}

/** The SQL that differs between the databases. */
export interface Dialect {
  /** The type of text that sorts by its bytes. */
  text: string;
  /** The type of a whole number below 2^53. */
  integer: string;
  /** The type of a number with a fraction. */
  real: string;
  /** The type of a primary key that numbers the rows in the order of their insertion. */
  sequence: string;
  /** Ends the definition of a table. */
  end: string;
  /** Ends the definition of a table whose rows change often. */
  endOfUpdated: string;
  /** A condition: the value of the column is in the list. */
  isIn(column: string, values: readonly (string | number)[]): Sql;
  /** Statements that run the same SQL on all records, in order. */
  forRecords<Column extends string>(options: RecordStatement<Column>): Sql[];
  /**
   * Whether a row has a later one with the same owner. Reads one row of the index of the columns
   * `owner`, `time` and `sequence`.
   */
  hasLater(table: string, owner: string, time: string): Sql;
  /** Ends a subquery: locks its rows and skips those that another transaction has locked. */
  skipLocked: Sql;
  /** Ends a query: locks its rows, in their order, against changes until the transaction ends. */
  lockRows: Sql;
  /** Statements that lock a table against writes of other transactions. */
  lockTable(table: string): readonly Sql[];
}
