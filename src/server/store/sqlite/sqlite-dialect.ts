import type { Dialect } from '../sql/dialect.ts';
import type { SqlValue } from '../sql/sql.ts';

export const sqliteDialect: Dialect = {
  text: 'TEXT',
  integer: 'INTEGER',
  sequence: 'INTEGER PRIMARY KEY',
  end: ') STRICT',
  endOfUpdated: ') STRICT',
  isIn: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  // One statement per record is three times as fast as one with `json_each` for all.
  forRecords: ({ columns, records, sql, ...rest }) => {
    const text = sql(`(SELECT ${columns.map((name) => `? AS ${name}`).join(', ')})`);
    return records.map((record) => ({
      ...rest,
      sql: text,
      values: columns.map((name) => record[name] as SqlValue),
    }));
  },
  // SQLite allows only one writing transaction at a time.
  skipLocked: '',
  lockTable: () => [],
};
