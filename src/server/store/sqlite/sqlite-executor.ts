import type { Database } from '../../../storage/database.ts';
import { GroupCommit } from '../../../storage/group-commit.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import { type SqlValue, type Statement, UnmetStatement } from '../sql/sql.ts';
import type { BatchResult, SqlExecutor } from '../sql/sql-executor.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Runs a statement and returns its rows. */
type Execute = <Row>(statement: Statement) => Row[];

/**
 * Runs SQL on one SQLite file. Reads run at once. Concurrent writes share one transaction, but a
 * batch that fails only rolls back its own changes.
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

  async get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#database.get<Row>(sql, ...values.map(parameter));
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#database.all<Row>(sql, ...values.map(parameter));
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.write(() => this.#database.run(sql, ...values.map(parameter)));
  }

  batch<Row>(...statements: readonly Statement[]): Promise<BatchResult<Row>> {
    return this.write((execute) => {
      try {
        return { rows: this.#database.savepoint(() => statements.flatMap(execute<Row>)) };
      } catch (error) {
        if (error instanceof UnmetStatement) return { rows: [], unmet: error.statement };
        throw error;
      }
    });
  }

  /**
   * Runs synchronous work in a transaction that other writes may share, and resolves with its result
   * once it is durable. If it throws, the changes of its earlier statements remain.
   */
  async write<Result>(work: (execute: Execute) => Result): Promise<Result> {
    const written = await this.#commits.run(() => {
      try {
        return { result: work((statement) => this.#execute(statement)) };
      } catch (error) {
        // The other writes of the transaction only fail if the database is unavailable.
        if (error instanceof StoreUnavailable) throw error;
        return { error };
      }
    });
    if ('error' in written) throw written.error;
    return written.result;
  }

  #execute<Row>(statement: Statement): Row[] {
    const { sql, mustChange } = statement;
    const values = statement.values.map(parameter);
    if (mustChange === undefined) return this.#database.all<Row>(sql, ...values);
    if (this.#database.run(sql, ...values) !== mustChange) throw new UnmetStatement(statement);
    return [];
  }

  /** Waits for pending writes. */
  async close(): Promise<void> {
    await this.#commits.run(() => {}).catch(() => {});
    this.#database.close();
  }
}

/** `isIn` expects lists as JSON. */
function parameter(value: SqlValue): string | number | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
