import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { builtinModules, sharedWebhookError } from './build/bundling.ts';
import { nativePackage } from './build/native-libraries.ts';
import {
  compressedData,
  minifiedServer,
  parserFiles,
  unusedTables,
  writeCompressedData,
} from './build/small-output.ts';
import { thirdPartyLicenses } from './build/third-party-licenses.ts';
import { optionalDependencies } from './package.json';

const libraryDependencies = [/^cross-spawn/, /^fastest-levenshtein/, /^undici/, /^zod/];

const libraries = {
  index: 'src/index.ts',
  conformance: 'src/conformance/index.ts',
  mcp: 'src/mcp/index.ts',
  receiver: 'src/receiver/index.ts',
  server: 'src/server/index.ts',
  testing: 'src/testing/index.ts',
};

const webhooks = { webhooks: 'src/webhooks/index.ts' };

const optional = Object.keys(optionalDependencies).map((name) => new RegExp(`^${name}(/|$)`));

export default defineConfig([
  {
    name: 'library',
    entry: {
      ...libraries,
      // Not imported: started as worker threads.
      'checkpoint-worker': 'src/storage/checkpoint-worker.ts',
      'feed-worker': 'src/server/feeds/feed-worker.ts',
      'jq-worker': 'src/cli/output/view/jq-worker.ts',
    },
    format: 'esm',
    target: 'node20.18',
    noExternal: [...libraryDependencies, /^@modelcontextprotocol\/client/],
    external: optional,
    removeNodeProtocol: false,
    esbuildPlugins: [
      builtinModules,
      compressedData,
      minifiedServer,
      parserFiles,
      sharedWebhookError,
      unusedTables,
    ],
    esbuildOptions: (options) => {
      // Otherwise the letters of other scripts are written as escapes.
      options.charset = 'utf8';
    },
    // For `Symbol.asyncDispose`, which the library ES2023 does not have.
    dts: {
      entry: { ...libraries, ...webhooks },
      banner: '/// <reference lib="esnext.disposable" />',
    },
    metafile: true,
    clean: false,
    onSuccess: async () => {
      await writeCompressedData('dist');
      writeLicenses();
    },
  },
  {
    // One file without the code of others, for small bundles. Node's modules are not found here.
    name: 'webhooks',
    entry: webhooks,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    removeNodeProtocol: false,
    clean: false,
  },
]);

/** Of what is in the bundles of the command line, which is built first, and of the libraries. */
function writeLicenses(): void {
  const inputs = ['dist/metafile-cjs.json', 'dist/metafile-esm.json'].flatMap((path) => {
    const { inputs } = JSON.parse(readFileSync(path, 'utf8')) as { inputs: object };
    return Object.keys(inputs);
  });
  writeFileSync('dist/THIRD-PARTY-LICENSES.txt', thirdPartyLicenses([...inputs, nativePackage]));
}
