import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { minify } from 'terser';
import type { Options } from 'tsup';
import sample from '../src/server/testing/sample/news.json' with { type: 'json' };

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Minifies the files of the library, except the code of the client, which `dist/index.js` imports: it
 * stays readable in stack traces and debuggers. Its files that are mostly dependencies are minified.
 *
 * Terser keeps the `@__PURE__` annotations, which the bundlers of programs need to leave out the parts
 * of dependencies that a program does not use. esbuild removes them with the whitespace.
 */
export const minifiedServer: Plugin = {
  name: 'minified-server',
  setup(build) {
    build.onEnd(async ({ metafile, outputFiles = [] }) => {
      const outputs = metafile?.outputs ?? {};
      const client = clientFiles(outputs);
      for (const file of outputFiles) {
        const path = relative(process.cwd(), file.path).replaceAll('\\', '/');
        if (!path.endsWith('.js')) continue;
        if (client.has(path) && !isMostlyDependencies(outputs[path]?.inputs ?? {})) continue;
        file.contents = Buffer.from(await minified(file.text));
      }
    });
  },
};

type Build = Parameters<Plugin['setup']>[0];

async function minified(text: string): Promise<string> {
  const { code = '' } = await minify(withErrorNames(text), {
    module: true,
    ecma: 2020,
    // The licenses are in `dist/THIRD-PARTY-LICENSES.txt`.
    format: { comments: false, preserve_annotations: true },
  });
  return code;
}

type Outputs = Readonly<Record<string, { imports: { path: string }[]; inputs: Inputs }>>;
type Inputs = Readonly<Record<string, { bytesInOutput: number }>>;

/** The files that `dist/index.js` imports. */
function clientFiles(outputs: Outputs): ReadonlySet<string> {
  const client = new Set<string>();
  const visit = (path: string) => {
    if (client.has(path)) return;
    client.add(path);
    for (const { path: imported } of outputs[path]?.imports ?? []) visit(imported);
  };
  visit('dist/index.js');
  return client;
}

function isMostlyDependencies(inputs: Inputs): boolean {
  const sizeOf = (files: [string, { bytesInOutput: number }][]) =>
    files.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  const files = Object.entries(inputs);
  return sizeOf(files.filter(([path]) => isDependency(path))) > sizeOf(files) / 2;
}

/** Node.js prints the names of error classes, which would be minified. */
function withErrorNames(code: string): string {
  return code.replace(
    /^var (\w+) = class(?: \w+)? extends \w*Error\w* \{$/gm,
    '$& static name = "$1";',
  );
}

const isDependency = (path: string) => path.includes('node_modules/');

/** Leaves out the tables of encodings that Node's `TextDecoder` decodes (`document-decoder.ts`). */
export const unusedTables: Plugin = {
  name: 'unused-tables',
  setup(build) {
    const filter =
      /iconv-lite[\\/]encodings[\\/]tables[\\/](shiftjis|eucjp|cp936|gbk-added|gb18030-ranges)\.json$/;
    build.onLoad({ filter }, () => ({ contents: '[]', loader: 'json' }));
  },
};

/** Lets added code import `src/node/package-files.ts`. Its path would name the folder of the build. */
function resolvePackageFiles(build: Build): void {
  build.onResolve({ filter: /^package-files$/ }, () => ({
    path: resolve('src/node/package-files.ts'),
  }));
}

/** Reads undici's response parser from its files: as JavaScript, they are larger. */
export const parserFiles: Plugin = {
  name: 'parser-files',
  setup(build) {
    resolvePackageFiles(build);
    const replace = (filter: RegExp, file: string, decoded: string) => {
      build.onLoad({ filter }, () => ({
        contents: `const { packageFile } = require('package-files');
          const file = require('node:fs').readFileSync(packageFile('dist/${file}'));
          module.exports = ${decoded};`,
      }));
    };
    replace(/llhttp[\\/]llhttp_simd-wasm\.js$/, 'response-parser.wasm', 'file');
    replace(
      /llhttp[\\/]llhttp-wasm\.js$/,
      'response-parser-without-simd.wasm.br',
      "require('node:zlib').brotliDecompressSync(file)",
    );
  },
};

const languageFile = 'language-data.json.br';
const sampleFile = 'sample-news.json.br';

/** Reads the data of the language detector and the sample news from compressed files, a third of their size. */
export const compressedData: Plugin = {
  name: 'compressed-data',
  setup(build) {
    resolvePackageFiles(build);
    const replace = (filter: RegExp, file: string, declaration: string) => {
      build.onLoad({ filter }, () => ({
        loader: 'js',
        contents: `import { readFileSync } from 'node:fs';
          import { brotliDecompressSync } from 'node:zlib';
          import { packageFile } from 'package-files';
          const compressed = readFileSync(packageFile('dist/${file}'));
          ${declaration} JSON.parse(brotliDecompressSync(compressed).toString());`,
      }));
    };
    replace(
      /eld[\\/]src[\\/]ngrams[\\/]extrasmall\.js$/,
      languageFile,
      'export const ngramsData =',
    );
    replace(/testing[\\/]sample[\\/]news\.json$/, sampleFile, 'export default');
  },
};

/** Writes the files that {@link compressedData} reads. */
export async function writeCompressedData(folder: string): Promise<void> {
  const module = resolve('node_modules/eld/src/ngrams/extrasmall.js');
  const { ngramsData } = (await import(pathToFileURL(module).href)) as { ngramsData: object };
  const write = (file: string, json: string) =>
    writeFileSync(join(folder, file), brotliCompressSync(json));
  write(languageFile, JSON.stringify(ngramsData));
  write(sampleFile, JSON.stringify(sample));
}
