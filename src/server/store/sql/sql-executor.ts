import type { Dialect } from './dialect.ts';
import type { SqlValue, Statement } from './sql.ts';

/** What a batch returned. */
export interface BatchResult<Row> {
  /** The rows of all its statements. */
  rows: Row[];
  /** The statement that did not change as many rows as it must: nothing was stored. */
  unmet?: Statement;
}

/**
 * Runs SQL that both databases understand. A transaction is a list of statements instead of an
 * asynchronous callback, so that the SQLite store can run several of them synchronously and sync them
 * to disk together.
 */
export interface SqlExecutor {
  readonly dialect: Dialect;
  /** Whether writes take effect in the order of the calls. */
  readonly ordersWrites: boolean;
  /** Reads the first row. The caller's `Row` names the columns that its own SQL selects. */
  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>;
  /** Reads every row, in the order of the statement. */
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Runs one statement. Resolves with the number of changed rows once they are durable. */
  run(sql: string, ...values: SqlValue[]): Promise<number>;
  /** Runs the statements in one transaction. Resolves once it is durable. */
  batch<Row>(...statements: readonly Statement[]): Promise<BatchResult<Row>>;
}
