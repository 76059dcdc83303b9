import type { Dialect } from './dialect.ts';
import type { Sql } from './sql.ts';

/**
 * Runs SQL that both databases understand. A transaction is a list of statements instead of an
 * asynchronous callback, so that the SQLite store can run several of them synchronously and sync
 * them to disk together.
 */
export interface SqlExecutor {
  readonly dialect: Dialect;
  /** Whether writes take effect in the order of the calls. */
  readonly ordersWrites: boolean;
  /** Reads the first row. The type parameter names the columns that the SQL selects. */
  get<Row>(statement: Sql): Promise<Row | undefined>;
  /** Reads all rows, in the order of the statement. */
  all<Row>(statement: Sql): Promise<Row[]>;
  /**
   * Runs the statements in one transaction. Resolves with all their rows once it is durable.
   *
   * @throws {UnmetStatement} if a statement misses its `rowsToChange`; the transaction is rolled back
   */
  write<Row>(...statements: readonly Sql[]): Promise<Row[]>;
}

/** Thrown if a statement does not change as many rows as it must. Rolls the transaction back. */
export class UnmetStatement extends Error {
  override readonly name = 'UnmetStatement';
  readonly statement: Sql;

  constructor(statement: Sql) {
    super('the statement did not change as many rows as it must');
    this.statement = statement;
  }
}

/** Returns the statement whose row count made the write fail; `undefined` if it succeeded. */
export async function unmetStatement(write: Promise<unknown>): Promise<Sql | undefined> {
  try {
    await write;
    return undefined;
  } catch (error) {
    if (error instanceof UnmetStatement) return error.statement;
    throw error;
  }
}
