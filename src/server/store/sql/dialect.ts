import type { Sql, SqlValue } from './sql.ts';

/** SQL to run on any number of records. */
interface RecordStatement<Column extends string> {
  /** The table whose columns have the types of the values. */
  table: string;
  columns: readonly Column[];
  records: readonly Readonly<Record<Column, SqlValue>>[];
  /** The statement must have no other values. */
  statement(input: RecordInput<Column>): Sql;
  /** The number of rows that each record must change; default: any. */
  mustChange?: number;
}

/** The records of a statement: a table, or one record at a time. */
interface RecordInput<Column extends string> {
  /** A table expression for the records. */
  rows: Sql;
  /**
   * All columns of the records, in their order, as the source of an `INSERT`. On SQLite it is faster than a
   * query of {@link rows}, for which SQLite keeps copies of the pages that the statement changes.
   */
  source: Sql;
  /** The value of a column, in a statement that ends its list of tables with {@link from}. */
  value(column: Column): string;
  /**
   * A condition: the row of `table` has the record's text in the column. Its index finds the rows, whatever
   * their number.
   */
  has(column: Column): Sql;
  /** Empty if the statement has one record. */
  from: Sql;
}

/** A table whose rows are deleted when they are old. */
interface PartitionedTable {
  table: string;
  /** A column with a time. */
  time: string;
  /** The column with the id, which is unique. */
  id: string;
  /** Whether rows with a negative time are few and change often. */
  hasLive?: boolean;
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
  /** Ends the definition of a table whose columns are all in its primary key. */
  endOfKeys: string;
  /** Ends the definition of a table whose rows change often. They are short. */
  endOfUpdated: string;
  /** The type of `sequence` in a table that ends with {@link endOfPartitioned}. */
  sequenceOfPartitioned: string;
  /** Ends the definition of a table that the database may partition by time. */
  endOfPartitioned(table: PartitionedTable): string;
  /** References `id` of a table. Empty if the database partitions one of the two tables. */
  referenceOfPartitioned(table: string): string;
  /** The table, or its partition, with all deliveries that are not final. */
  liveDeliveries: Sql;
  /**
   * Creates an index of all deliveries, divided into those that are final and the others: an attempt
   * moves its delivery only between them, and the part of the others stays small.
   */
  deliveryIndex(name: string, columns: string): string;
  /** The condition for deliveries that wait for an attempt. */
  waiting: Sql;
  /** The condition of their indexes, a part of {@link waiting}: those in flight may meet it too. */
  mayWait: Sql;
  /** Conditions that select the deliveries that wait or are in flight, each by an index. */
  queued: readonly Sql[];
  /** Creates what {@link isLeased} reads. */
  leases: string;
  /** A condition: the delivery is in flight, and a comparison is true for when its lease expires. */
  isLeased(comparison: Sql): Sql;
  /** A statement that also ends the leases of the deliveries that it changes. */
  endingLeases(statement: Sql): Sql;
  /** Statements that end the leases of deleted deliveries. */
  endLeasesOf(sequences: readonly number[]): readonly Sql[];
  /** A condition: the value of the column is in the list. */
  isIn(column: string, values: readonly (string | number)[]): Sql;
  /**
   * The time at which a delivery is due, as in the index of all due deliveries: no other index has the
   * expression, so that no planner confuses them.
   */
  dueTime: Sql;
  /** A condition: the value of the column is among those of a query, which is evaluated once. */
  isAmong(column: string, query: Sql): Sql;
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
  /** Statements that only lock the rows of a query, which has an order, as {@link lockRows} does. */
  locking(query: Sql): Sql[];
  /** The number of the last arrival of news; exact in a transaction that has run {@link lockArrivals}. */
  lastArrival: Sql;
  /** Statements that let no other transaction add news until this one ends. */
  lockArrivals: readonly Sql[];
  /** Ends a query: keeps its rows from being deleted until the transaction ends. */
  keepRows: Sql;
  /** Statements that lock a table against writes of other transactions. */
  lockTable(table: string): readonly Sql[];
}
