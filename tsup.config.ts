import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'tsup';
import { apart, ascii, cachedServer, importedFirst, late, unused } from './build/bundling.ts';
import { optionalDependencies } from './package.json';

const require = nodeModule.createRequire(import.meta.url);
const { purposes } = require('./bin/newswatch.cjs');

const commandLineDependencies = [
  /^commander/,
  /^undici/,
  /^zod/,
  /^env-paths/,
  /^fastest-levenshtein/,
  /^cli-progress/,
  /^p-map/,
  /^proxy-from-env/,
];

const serverDependencies = [/^undici/, /^zod/];

const optional = Object.keys(optionalDependencies).map((name) => new RegExp(`^${name}(/|$)`));

const otherBundles = ['newswatch/mcp', 'newswatch/receiver'];

/** A script that gives its function to who compiles it himself, and is a module for `require`. */
const wrapped = {
  banner: {
    js: "((main) => typeof module === 'undefined' ? main : main(exports, require, module, __filename, __dirname))(function (exports, require, module, __filename, __dirname) {",
  },
  footer: { js: '})' },
  plugins: [ascii],
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
    esbuildPlugins: [unused, apart, late],
    esbuildOptions: (options) => {
      // What comes out of a code cache cannot import, and needs to only for what is built apart.
      options.supported = { 'dynamic-import': false };
    },
    ...wrapped,
    metafile: true,
    clean: true,
    onSuccess: async () => {
      writeLicences();
      writeParser();
      writeManual();
      writeCodeCaches();
    },
  },
  {
    name: 'apart from the command line',
    entry: {
      bundles: 'src/cli/bundles.ts',
      'es-packages': 'build/es-packages.cjs',
      'llhttp-wasm': 'node_modules/undici/lib/llhttp/llhttp-wasm.js',
    },
    format: 'cjs',
    target: 'node20.18',
    external: otherBundles,
    esbuildPlugins: [cachedServer],
    clean: false,
    onSuccess: async () => writeCodeCaches(),
  },
  {
    // The server once more, for the command line: Node 20 has no code cache for ES modules.
    name: 'server of the command line',
    entry: { server: 'src/server/index.ts' },
    format: 'cjs',
    target: 'node20.18',
    noExternal: serverDependencies,
    external: optional,
    removeNodeProtocol: false,
    esbuildPlugins: [importedFirst],
    esbuildOptions: (options) => {
      options.supported = { 'dynamic-import': false };
      options.define = { ...options.define, 'import.meta.url': '__filename' };
      // Names are left: they are what a stack of a server's log tells.
      options.minifyWhitespace = true;
      options.minifySyntax = true;
    },
    ...wrapped,
    clean: false,
    onSuccess: async () => writeCodeCaches(),
  },
  {
    name: 'library',
    entry: {
      index: 'src/index.ts',
      mcp: 'src/mcp/index.ts',
      // A thread of the server, of the command line's too.
      'news-reader': 'src/server/feeds/import/news-reader.ts',
      receiver: 'src/receiver/index.ts',
      server: 'src/server/index.ts',
      webhooks: 'src/webhooks/index.ts',
    },
    format: 'esm',
    target: 'node20.18',
    noExternal: [...serverDependencies, /^@modelcontextprotocol\/client/],
    external: optional,
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

let scriptsToBuild = 3;

/** The code caches of the scripts, once they are all there. */
function writeCodeCaches(): void {
  scriptsToBuild -= 1;
  // Later ones than Node 20 have a compile cache of their own, and would not look at these.
  if (scriptsToBuild > 0 || 'enableCompileCache' in nodeModule) return;
  for (const purpose of [[], ...purposes.map((each: string) => [each])]) {
    const args = ['build/code-cache.cjs', ...purpose];
    execFileSync(process.execPath, args, { stdio: 'ignore' });
  }
}

/** What undici's file holds as text. */
function writeParser(): void {
  writeFileSync('dist/response-parser.wasm', require('undici/lib/llhttp/llhttp_simd-wasm.js'));
}

/** The licences of what is bundled travel with it: written by whichever bundle is done last. */
function writeLicences(): void {
  const metafiles = ['dist/metafile-cjs.json', 'dist/metafile-esm.json'].filter(existsSync);
  const inputs = metafiles.flatMap((metafile) =>
    Object.keys((JSON.parse(readFileSync(metafile, 'utf8')) as { inputs: object }).inputs),
  );
  const texts = [...new Set(inputs.map(packageOf))].sort().flatMap((folder) => {
    if (folder === undefined) return [];
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [`${name}\n\n${licenceOf(folder)}\n`];
  });
  writeFileSync('dist/THIRD-PARTY-LICENCES.txt', texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** The folder of the package that a file is of: the innermost one, as some bring others of their own. */
function packageOf(path: string): string | undefined {
  const [, outer, rest] = /^((?:.*?\/)??node_modules\/(?:@[^/]+\/)?[^/]+)(\/.*)$/.exec(path) ?? [];
  if (outer === undefined || rest === undefined) return undefined;
  const inner = packageOf(rest.slice(1));
  const folder = inner && join(outer, inner);
  return folder && existsSync(join(folder, 'package.json')) ? folder : outer;
}

/** The text of the licence; where a package has none, the name of it that its manifest gives. */
function licenceOf(folder: string): string {
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file) return readFileSync(join(folder, file), 'utf8').trim();
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${folder} names no licence`);
  return license;
}
