import type { Dialect } from './dialect.ts';
import { type Sql, sql } from './sql.ts';

/** The anchor terms of a monitor, as ids (see `termId`). */
export interface WatchTerms {
  monitor_id: string;
  terms: readonly number[];
}

/** Inserts the anchor terms of monitors. */
export function insertTerms(dialect: Dialect, watches: readonly WatchTerms[]): Sql[] {
  return dialect.forRecords({
    table: 'monitor_terms',
    columns: ['term', 'monitor_id'],
    records: watches.flatMap(({ monitor_id, terms }) =>
      [...new Set(terms)].map((term) => ({ term, monitor_id })),
    ),
    statement: ({ source }) =>
      sql`INSERT INTO monitor_terms (term, monitor_id) ${source} ON CONFLICT DO NOTHING`,
  });
}
