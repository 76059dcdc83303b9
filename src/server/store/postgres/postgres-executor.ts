import { type SqlValue, type Statement, UnmetStatement } from '../sql/sql.ts';
import type { BatchResult, SqlExecutor } from '../sql/sql-executor.ts';
import type { PostgresDatabase, Queryable } from './database.ts';
import { postgresDialect } from './postgres-dialect.ts';

/** Runs SQL on a PostgreSQL database: each batch is a transaction of its own. */
export class PostgresExecutor implements SqlExecutor {
  readonly dialect = postgresDialect;
  readonly ordersWrites = false;
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#database.get<Row>(numbered(sql), ...values);
  }

  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#database.all<Row>(numbered(sql), ...values);
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#database.run(numbered(sql), ...values);
  }

  async batch<Row>(...statements: readonly Statement[]): Promise<BatchResult<Row>> {
    const [only, ...others] = statements;
    if (only && others.length === 0 && only.mustChange === undefined) {
      return { rows: await this.all<Row>(only.sql, ...only.values) };
    }
    try {
      const rows = await this.#database.transaction(async (transaction) => {
        const found: Row[] = [];
        for (const each of statements) found.push(...(await execute<Row>(transaction, each)));
        return found;
      });
      return { rows };
    } catch (error) {
      if (error instanceof UnmetStatement) return { rows: [], unmet: error.statement };
      throw error;
    }
  }
}

async function execute<Row>(transaction: Queryable, statement: Statement): Promise<Row[]> {
  const { values, mustChange } = statement;
  const sql = numbered(statement.sql);
  if (mustChange === undefined) return transaction.all<Row>(sql, ...values);
  if ((await transaction.run(sql, ...values)) !== mustChange) throw new UnmetStatement(statement);
  return [];
}

/** `$1`, `$2`, … for each `?`. */
function numbered(sql: string): string {
  let parameters = 0;
  return sql.replaceAll('?', () => {
    parameters += 1;
    return `$${parameters}`;
  });
}
