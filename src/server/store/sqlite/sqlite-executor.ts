import type { Database } from '../../../storage/database.ts';
import { GroupCommit } from '../../../storage/group-commit.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import { whenUnlocked } from '../../../storage/when-unlocked.ts';
import type { Sql, SqlValue } from '../sql/sql.ts';
import { type SqlExecutor, UnmetStatement } from '../sql/sql-executor.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Runs a statement and returns its rows. */
export type Execute = <Row>(statement: Sql) => Row[];

/**
 * Runs SQL on one SQLite file. Reads run immediately. Concurrent writes share one transaction, but
 * a failed write only rolls back its own changes.
 */
export class SqliteExecutor implements SqlExecutor {
  readonly dialect = sqliteDialect;
  readonly ordersWrites = true;
  readonly #database: Database;
  readonly #commits: GroupCommit;

  constructor(database: Database) {
    this.#database = database;
    this.#commits = new GroupCommit(database);
  }

  get<Row>({ text, values }: Sql): Promise<Row | undefined> {
    return whenUnlocked(() => this.#database.get<Row>(text, ...values.map(parameter)));
  }

  all<Row>({ text, values }: Sql): Promise<Row[]> {
    return whenUnlocked(() => this.#database.all<Row>(text, ...values.map(parameter)));
  }

  write<Row>(...statements: readonly Sql[]): Promise<Row[]> {
    return this.transaction((execute) => {
      const [single] = statements;
      // Needs no savepoint: a single statement that fails changes nothing.
      if (single && statements.length === 1 && single.rowsToChange === undefined) {
        return execute<Row>(single);
      }
      return this.#database.savepoint(() => statements.flatMap(execute<Row>));
    });
  }

  /**
   * Runs synchronous work in a transaction that other writes may share, and resolves with its
   * result once it is durable. If the work throws, the changes of its earlier statements are kept.
   */
  async transaction<Result>(work: (execute: Execute) => Result): Promise<Result> {
    const outcome = await this.#commits.run(() => {
      try {
        return { result: work((statement) => this.#execute(statement)) };
      } catch (error) {
        // Throwing here fails all writes of the transaction.
        if (error instanceof StoreUnavailable) throw error;
        return { error };
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  }

  #execute<Row>(statement: Sql): Row[] {
    const { text, rowsToChange } = statement;
    const values = statement.values.map(parameter);
    if (rowsToChange === undefined) return this.#database.all<Row>(text, ...values);
    if (this.#database.run(text, ...values) !== rowsToChange) throw new UnmetStatement(statement);
    return [];
  }

  /** Waits for pending writes, empties the write-ahead log, then closes the database. */
  async close(): Promise<void> {
    await this.#commits.run(() => {}).catch(() => {});
    await this.#database.truncateLog();
    this.#database.close();
  }
}

/** Converts lists to JSON, which `isIn` expects. */
function parameter(value: SqlValue): string | number | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
