import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';
import { optionalDependencies } from './package.json';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const commandLineDependencies = [
  /^commander/,
  /^undici/,
  /^zod/,
  /^env-paths/,
  /^fastest-levenshtein/,
  /^p-map/,
  /^proxy-from-env/,
];

const otherBundles = [
  'newswatch/mcp',
  'newswatch/receiver',
  'newswatch/server',
  'newswatch/webhooks',
];

/** `bundles.ts` stays a file of its own, and so does the parser for processors without SIMD. */
const apart: Plugin = {
  name: 'apart',
  setup(build) {
    const external = (filter: RegExp, path: string) => {
      build.onResolve({ filter }, () => ({ path, external: true }));
    };
    external(/\/bundles\.ts$/, './bundles.cjs');
    external(/\/llhttp-wasm\.js$/, './llhttp-wasm.cjs');
  },
};

/**
 * What the dependencies of the command line refer to and never use here, and what every command would
 * pay for at its start: Node's modules for child processes (Commander), servers and HTTP/2 (undici), and
 * undici's bodies that are forms.
 */
const unused: Plugin = {
  name: 'unused',
  setup(build) {
    const leftOut = (filter: RegExp, contents: string) => {
      build.onLoad({ filter }, () => ({ contents }));
    };
    leftOut(/undici\/lib\/dispatcher\/client-h2\.js$/, 'module.exports = undefined;');
    leftOut(/undici\/lib\/web\/fetch\/body\.js$/, 'module.exports = {};');
    build.onResolve({ filter: /^node:(child_process|http)$/ }, ({ path, importer }) =>
      /node_modules\/(commander|undici)\//.test(importer)
        ? { path, namespace: 'unused' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      contents: 'module.exports = { maxHeaderSize: 16384 };',
    }));
  },
};

export default defineConfig([
  {
    // One CommonJS file: every further file on the path of a plain command costs more at start-up
    // than the code that it saves.
    name: 'command line',
    entry: { cli: 'src/cli/entry.ts' },
    format: 'cjs',
    target: 'node20.18',
    minify: true,
    loader: { '.md': 'text' },
    noExternal: commandLineDependencies,
    removeNodeProtocol: false,
    esbuildPlugins: [unused, apart],
    esbuildOptions: (options) => {
      // What comes out of a code cache cannot import, and needs to only for what is built apart.
      options.supported = { 'dynamic-import': false };
    },
    metafile: true,
    clean: true,
    onSuccess: async () => {
      writeLicences();
      writeManual();
      // Later ones than Node 20 have a compile cache of their own, and would not look at this one.
      if (!('enableCompileCache' in nodeModule)) {
        execFileSync(process.execPath, ['build/code-cache.cjs'], { stdio: 'ignore' });
      }
    },
  },
  {
    name: 'apart from the command line',
    entry: {
      bundles: 'src/cli/bundles.ts',
      'llhttp-wasm': 'node_modules/undici/lib/llhttp/llhttp-wasm.js',
    },
    format: 'cjs',
    target: 'node20.18',
    external: otherBundles,
    clean: false,
  },
  {
    name: 'library',
    entry: {
      index: 'src/index.ts',
      mcp: 'src/mcp/index.ts',
      receiver: 'src/receiver/index.ts',
      server: 'src/server/index.ts',
      webhooks: 'src/webhooks/index.ts',
    },
    format: 'esm',
    target: 'node20.18',
    noExternal: [/^undici/, /^zod/, /^@modelcontextprotocol\/client/],
    external: Object.keys(optionalDependencies).map((name) => new RegExp(`^${name}(/|$)`)),
    // undici is CommonJS, and an ES module has no `require` of its own for Node's modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    dts: true,
    metafile: true,
    clean: false,
    onSuccess: async () => writeLicences(),
  },
]);

/** The manual page is the program's own word on itself. */
function writeManual(): void {
  writeFileSync('dist/newswatch.1', execFileSync(process.execPath, ['dist/cli.cjs', 'man']));
}

/** The licences of what is bundled travel with it: written by whichever bundle is done last. */
function writeLicences(): void {
  const metafiles = ['dist/metafile-cjs.json', 'dist/metafile-esm.json'].filter(existsSync);
  const inputs = metafiles.flatMap((metafile) =>
    Object.keys((JSON.parse(readFileSync(metafile, 'utf8')) as { inputs: object }).inputs),
  );
  const packages = inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const texts = [...new Set(packages)]
    .sort()
    .flatMap((name) =>
      name === undefined ? [] : [`${name}\n\n${licenceOf(join('node_modules', name))}\n`],
    );
  writeFileSync('dist/THIRD-PARTY-LICENCES.txt', texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** The text of the licence; where a package has none, the name of it that its manifest gives. */
function licenceOf(folder: string): string {
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file) return readFileSync(join(folder, file), 'utf8').trim();
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${folder} names no licence`);
  return license;
}
