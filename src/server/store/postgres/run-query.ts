import type { PoolClient } from 'pg';
import type { Sql, SqlValue } from '../sql/sql.ts';
import { UnmetStatement } from '../sql/sql-executor.ts';

/**
 * Runs a statement and returns its rows. The type parameter names the columns that the SQL selects.
 * SQL without values may contain several statements; their rows are not returned.
 */
export type RunQuery = <Row>(statement: Sql) => Promise<Row[]>;

/** Runs statements on a connection. They throw {@link UnmetStatement} if `rowsToChange` is not met. */
export function createQuery(client: PoolClient): RunQuery {
  return async (statement) => {
    const { numberedText, values, rowsToChange } = statement;
    const result = await client.query(numberedText, values.map(storable));
    if (rowsToChange !== undefined && result.rowCount !== rowsToChange) {
      throw new UnmetStatement(statement);
    }
    return result.rows;
  };
}

/** PostgreSQL cannot store NUL in text: it becomes U+FFFD. */
function storable(value: SqlValue): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return value.map(storable);
}
