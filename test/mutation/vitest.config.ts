import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The unit tests only: Stryker runs them once for each mutant that they cover. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/unit/**/*.test.ts'] },
});
