import type { Dialect } from './dialect.ts';
import { type Sql, sql } from './sql.ts';

/** What a monitor asks for, as it was read from its prompt (see `writeCondition`). */
export interface MonitorCondition {
  monitor_id: string;
  condition: string;
}

/** Inserts or replaces the conditions of monitors that exist. */
export function insertConditions(dialect: Dialect, conditions: readonly MonitorCondition[]): Sql[] {
  return dialect.forRecords({
    table: 'monitor_conditions',
    columns: ['monitor_id', 'condition'],
    records: conditions.map(({ monitor_id, condition }) => ({ monitor_id, condition })),
    statement: ({ rows }) => sql`INSERT INTO monitor_conditions (monitor_id, condition)
      SELECT monitor_id, condition FROM ${rows} AS input
      WHERE EXISTS (SELECT 1 FROM monitors WHERE monitors.id = input.monitor_id)
      ON CONFLICT (monitor_id) DO UPDATE SET condition = excluded.condition`,
  });
}
