import type { TestProject } from 'vitest/node';
import { PostgresCluster, postgresPrograms } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the tests' own PostgreSQL; empty where none is installed. */
    postgres: string;
  }
}

/** One PostgreSQL for the whole run: each test makes a database of its own in it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const programs = postgresPrograms();
  if (programs === undefined) {
    process.stderr.write('PostgreSQL is not installed: the tests that need one are skipped\n');
    project.provide('postgres', '');
    return undefined;
  }
  const cluster = await PostgresCluster.start(programs);
  project.provide('postgres', cluster.address());
  return () => cluster.remove();
}
