import { raw, type Sql, sql } from '../sql/sql.ts';
import type { Execute } from './sqlite-executor.ts';

/**
 * Reads rows of many columns as one JSON text. The driver makes an object of each row value by value, which takes
 * two to three times as long as parsing it, and longer still when its fields are read.
 *
 * @param columns the SQL of each field: text, whole numbers below 2^53 or `NULL`
 * @param tables what follows `FROM`; the rows come in its order
 */
export function jsonRows<Row>(
  execute: Execute,
  columns: Readonly<Record<keyof Row & string, string>>,
  tables: Sql,
): Row[] {
  const fields = Object.entries(columns).map(([name, column]) => `'${name}', ${column}`);
  const [row] = execute<{ json: string }>(
    sql`SELECT json_group_array(json_object(${raw(fields.join(', '))})) AS json FROM ${tables}`,
  );
  return row ? (JSON.parse(row.json) as Row[]) : [];
}
