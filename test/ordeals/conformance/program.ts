import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** How Node is told to run the protocol's own conformance program, before its arguments. */
export const conformanceProgram: readonly string[] = [
  ...['--import', fileURLToPath(new URL('fs-glob-sync.mjs', import.meta.url))],
  require.resolve('@modelcontextprotocol/conformance/dist/index.js'),
];
