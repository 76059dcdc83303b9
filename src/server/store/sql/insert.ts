import type { Dialect, RecordsWork } from './dialect.ts';
import type { Statement } from './sql.ts';

interface Insertion<Row> extends Omit<RecordsWork<Row>, 'sql'> {
  /** An `ON CONFLICT` clause. */
  onConflict?: string;
}

/** Inserts these columns of any number of records, in their order. */
export function insert<Row>(
  dialect: Dialect,
  { onConflict = '', ...work }: Insertion<Row>,
): Statement[] {
  const names = work.columns.join(', ');
  return dialect.forRecords<Row>({
    ...work,
    sql: (given) => `INSERT INTO ${work.table} (${names})
      SELECT ${names} FROM ${given} AS given WHERE true ${onConflict}`,
  });
}
