import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/helpers/build.ts',
    testTimeout: 20_000,
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'] },
  },
});
