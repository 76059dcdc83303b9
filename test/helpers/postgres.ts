import { inject } from 'vitest';
import { createDatabase } from './postgres-cluster.ts';

/** The tests' own server; `undefined` where PostgreSQL is not installed. */
export const postgres = inject('postgres') || undefined;

/** What a suite that needs PostgreSQL is called where there is none. */
export const onPostgres = postgres ? 'on PostgreSQL' : 'on PostgreSQL (not installed: skipped)';

/** The address of a database that is empty and the test's own. */
export async function freshDatabase(options?: string): Promise<string> {
  if (postgres === undefined) throw new Error('PostgreSQL is not installed');
  return createDatabase(postgres, options);
}
