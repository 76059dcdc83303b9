import { tables } from '../sql/tables.ts';
import { newsSchema } from './news-schema.ts';
import { postgresDialect } from './postgres-dialect.ts';

/** The copy of an SQLite store into this database. No server opens the store before it is finished. */
const copies = 'CREATE TABLE copies (source text PRIMARY KEY, finished_at bigint);';

/**
 * The steps that lead to the current schema. A released step is never edited: a change is a new
 * step at the end, which also migrates the data.
 */
export const postgresMigrations: readonly string[] = [
  `${tables(postgresDialect)}${copies}${newsSchema}`,
];
