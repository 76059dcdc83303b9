import { tables } from '../sql/tables.ts';
import { newsSchema } from './news-schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/**
 * The steps that lead to the current schema. A released step is never edited: a change is a new
 * step at the end, which also migrates the data.
 */
export const sqliteMigrations: readonly string[] = [`${tables(sqliteDialect)}${newsSchema}`];
