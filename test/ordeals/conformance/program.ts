import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Arguments of Node to run the MCP conformance suite. */
export const conformanceProgram: readonly string[] = [
  ...['--import', fileURLToPath(new URL('fs-glob-sync.mjs', import.meta.url))],
  require.resolve('@modelcontextprotocol/conformance/dist/index.js'),
];
