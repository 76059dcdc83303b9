import { tables } from '../sql/tables.ts';
import { newsSchema } from './news-schema.ts';

const baseline = tables({
  text: 'TEXT',
  integer: 'INTEGER',
  sequence: 'INTEGER PRIMARY KEY',
  end: ') STRICT',
  endOfUpdated: ') STRICT',
});

/**
 * The steps that lead to the current schema. A released step is never edited: a change is a new
 * step at the end, which also migrates the data.
 */
export const sqliteMigrations: readonly string[] = [`${baseline}${newsSchema}`];
