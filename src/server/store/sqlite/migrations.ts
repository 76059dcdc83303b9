import { tables } from '../sql/tables.ts';
import { sqliteNewsSchema } from './news-schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/**
 * The steps that lead to the current schema. Never edit a released step: append a new one that
 * also migrates the data.
 */
export const sqliteMigrations: readonly string[] = [`${tables(sqliteDialect)}${sqliteNewsSchema}`];
