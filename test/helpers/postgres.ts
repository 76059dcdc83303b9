import { inject } from 'vitest';
import { type AcquiredDatabase, acquireDatabase } from './database-pool.ts';
import { createDatabase } from './postgres-cluster.ts';

/** URL of the PostgreSQL server for tests; `undefined` if PostgreSQL is not installed. */
export const postgres = inject('postgres') || undefined;

/** For the titles of tests that are skipped without PostgreSQL. */
export const onPostgres = postgres ? 'on PostgreSQL' : 'on PostgreSQL (skipped: not installed)';

/**
 * Creates a database without tables.
 *
 * @param options of `CREATE DATABASE`
 */
export function createEmptyDatabase(options?: string): Promise<string> {
  return createDatabase(installed(), options === undefined ? {} : { options });
}

/** A database for an empty store. Much faster than {@link createEmptyDatabase}. */
export function acquireStoreDatabase(): Promise<AcquiredDatabase> {
  return acquireDatabase(installed());
}

function installed(): string {
  if (postgres === undefined) throw new Error('PostgreSQL is not installed');
  return postgres;
}
