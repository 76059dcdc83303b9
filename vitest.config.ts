import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests that run on SQLite and again on PostgreSQL. */
const onEachStore = [
  'test/integration/server/{delivery,domain,egress,matching,metrics,surfaces,testing}/**/*.test.ts',
  'test/integration/server/search/{search,real-prompts}.test.ts',
];

export default defineConfig({
  resolve: {
    alias: {
      'newswatch/conformance': source('src/conformance/index.ts'),
      'newswatch/mcp': source('src/mcp/index.ts'),
      'newswatch/receiver': source('src/receiver/index.ts'),
      'newswatch/testing': source('src/testing/index.ts'),
      'newswatch/webhooks': source('src/webhooks/index.ts'),
      'newswatch/server': source('src/server/index.ts'),
      newswatch: source('src/index.ts'),
    },
  },
  test: {
    testTimeout: 60_000,
    // Hooks start the same servers and processes as tests do.
    hookTimeout: 60_000,
    // Tests often wait for processes, sockets and disks.
    maxWorkers: 2 * availableParallelism(),
    // Importing the server takes longer than most test files: they share a process's modules.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          setupFiles: ['test/helpers/setup.ts'],
          globalSetup: ['test/helpers/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration on PostgreSQL',
          include: onEachStore,
          setupFiles: ['test/helpers/setup.ts'],
          globalSetup: ['test/helpers/postgres-setup.ts'],
          env: { NEWSWATCH_TEST_STORE: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: ['test/helpers/setup.ts'],
          globalSetup: ['test/helpers/build.ts', 'test/helpers/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'ordeals',
          isolate: true,
          include: ['test/ordeals/**/*.test.ts'],
          setupFiles: ['test/helpers/setup.ts'],
          globalSetup: ['test/helpers/build-with-types.ts', 'test/helpers/postgres-setup.ts'],
        },
      },
    ],
  },
});
