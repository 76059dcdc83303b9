import type { TestProject } from 'vitest/node';
import { PostgresCluster, postgresPrograms } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server for tests; empty if PostgreSQL is not installed. */
    postgres: string;
  }
}

/** The variable by which the projects of a run share one server. */
const variable = 'NEWSWATCH_TEST_POSTGRES';

/** Starts a PostgreSQL server for the whole run. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const shared = process.env[variable];
  if (shared !== undefined) {
    project.provide('postgres', shared);
    return undefined;
  }
  const programs = postgresPrograms();
  if (programs === undefined) {
    process.stderr.write('PostgreSQL is not installed: the tests that need it are skipped\n');
    project.provide('postgres', '');
    return undefined;
  }
  const cluster = await PostgresCluster.start(programs);
  process.env[variable] = cluster.address();
  project.provide('postgres', cluster.address());
  return async () => {
    delete process.env[variable];
    await cluster.remove();
  };
}
