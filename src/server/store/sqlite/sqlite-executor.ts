import type { Database } from '../../../storage/database.ts';
import { GroupCommit } from '../../../storage/group-commit.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { BatchResult, SqlExecutor } from '../sql/executor.ts';
import { type SqlValue, type Statement, UnmetStatement } from '../sql/statement.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Runs a statement and returns its rows. */
type Execute = <Row>(statement: Statement) => Row[];

/**
 * Runs SQL on one SQLite file. Reads run at once. Writes of the same moment share one transaction
 * and one sync of the disk, and each is all or nothing by itself.
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
   * Runs synchronous work in a transaction that other writes may share. Resolves with its result
   * once that is durable. If one statement of it fails, those before it stay.
   */
  async write<Result>(work: (execute: Execute) => Result): Promise<Result> {
    const written = await this.#commits.run(() => {
      try {
        return { result: work((statement) => this.#execute(statement)) };
      } catch (error) {
        // Only an unavailable database fails the writes that share the transaction.
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

  /** Waits for the writes that have been begun. */
  async close(): Promise<void> {
    await this.#commits.run(() => {}).catch(() => {});
    this.#database.close();
  }
}

/** Lists are JSON, as `isIn` reads them. */
function parameter(value: SqlValue): string | number | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
