import type { Dialect } from '../sql/dialect.ts';
import type { SqlValue } from '../sql/statement.ts';

export const sqliteDialect: Dialect = {
  text: 'TEXT',
  integer: 'INTEGER',
  sequence: 'INTEGER PRIMARY KEY',
  end: ') STRICT',
  endOfUpdated: ') STRICT',
  isIn: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  // One prepared statement for each record takes a third of the time of one for all by `json_each`.
  forRecords: ({ columns, records, sql, ...rest }) => {
    const text = sql(`(SELECT ${columns.map((name) => `? AS ${name}`).join(', ')})`);
    return records.map((record) => ({
      ...rest,
      sql: text,
      values: columns.map((name) => record[name] as SqlValue),
    }));
  },
  // A transaction that writes is the only one.
  skipLocked: '',
  lockTable: () => [],
};
