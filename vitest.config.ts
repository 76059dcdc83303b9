import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What has to hold on whichever store: run once on each. */
const onEachStore = [
  'test/server/delivery/**/*.test.ts',
  'test/server/search/{search,real-prompts}.test.ts',
  'test/server/service/**/*.test.ts',
  'test/server/surfaces/**/*.test.ts',
];

export default defineConfig({
  resolve: {
    alias: {
      'newswatch/mcp': source('src/mcp/index.ts'),
      'newswatch/receiver': source('src/receiver/index.ts'),
      'newswatch/webhooks': source('src/webhooks/index.ts'),
      'newswatch/server': source('src/server/index.ts'),
      newswatch: source('src/index.ts'),
    },
  },
  test: {
    testTimeout: 20_000,
    // Tests wait more than they compute: for processes, sockets and disks.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/helpers/build.ts', 'test/helpers/postgres-setup.ts'],
          typecheck: { enabled: true, include: ['test/**/*.test-d.ts'] },
        },
      },
      {
        extends: true,
        test: {
          name: 'on PostgreSQL',
          include: onEachStore,
          globalSetup: ['test/helpers/postgres-setup.ts'],
          env: { NEWSWATCH_TEST_STORE: 'postgres' },
        },
      },
    ],
  },
});
