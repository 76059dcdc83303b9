import { tables } from '../sql/tables.ts';
import { postgresNewsSchema } from './news-schema.ts';
import { postgresDialect } from './postgres-dialect.ts';

/** Copies of an SQLite store into this database. The store opens only once they are finished. */
const copies = 'CREATE TABLE copies (source text PRIMARY KEY, finished_at bigint);';

/**
 * The migration steps to the current schema. Never edit a released step: add a new one at the end,
 * which also migrates the data.
 */
export const postgresMigrations: readonly string[] = [
  `${tables(postgresDialect)}${copies}${postgresNewsSchema}`,
];
