import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Minifies the files of the library, except the code of the client, which `dist/index.js` imports: it
 * stays readable in stack traces and debuggers.
 */
export const minifiedServer: Plugin = {
  name: 'minified-server',
  setup(build) {
    build.onEnd(async ({ metafile, outputFiles = [] }) => {
      const outputs = metafile?.outputs ?? {};
      const readable = new Set<string>();
      const visit = (path: string) => {
        const { imports = [], inputs = {} } = outputs[path] ?? {};
        if (readable.has(path) || Object.keys(inputs).every(isDependency)) return;
        readable.add(path);
        for (const { path: imported } of imports) visit(imported);
      };
      visit('dist/index.js');
      for (const file of outputFiles) {
        const path = relative(process.cwd(), file.path).replaceAll('\\', '/');
        if (!path.endsWith('.js') || readable.has(path)) continue;
        const { target, charset } = build.initialOptions;
        const { code } = await build.esbuild.transform(withErrorNames(file.text), {
          ...(target === undefined ? {} : { target }),
          ...(charset === undefined ? {} : { charset }),
          minify: true,
          // They are in `dist/THIRD-PARTY-LICENSES.txt`.
          legalComments: 'none',
        });
        file.contents = Buffer.from(code);
      }
    });
  },
};

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
function resolvePackageFiles(build: Parameters<Plugin['setup']>[0]): void {
  build.onResolve({ filter: /^package-files$/ }, () => ({
    path: resolve('src/node/package-files.ts'),
  }));
}

/** Reads undici's response parser from its files: as JavaScript, they are larger. */
export const parserFiles: Plugin = {
  name: 'parser-files',
  setup(build) {
    resolvePackageFiles(build);
    const replace = (filter: RegExp, file: string, read: string) => {
      build.onLoad({ filter }, () => ({
        contents: `const { packageFile, requireInstalled } = require('package-files');
          module.exports = ${read}(packageFile('dist/${file}'));`,
      }));
    };
    const readFile = "require('node:fs').readFileSync";
    replace(/llhttp[\\/]llhttp_simd-wasm\.js$/, 'response-parser.wasm', readFile);
    replace(/llhttp[\\/]llhttp-wasm\.js$/, 'llhttp-wasm.cjs', 'requireInstalled');
  },
};

const languageFile = 'language-data.json.br';

/** Reads the data of the language detector from a compressed file, a fifth of the JavaScript. */
export const languageData: Plugin = {
  name: 'language-data',
  setup(build) {
    resolvePackageFiles(build);
    build.onLoad({ filter: /eld[\\/]src[\\/]ngrams[\\/]extrasmall\.js$/ }, () => ({
      contents: `import { readFileSync } from 'node:fs';
        import { brotliDecompressSync } from 'node:zlib';
        import { packageFile } from 'package-files';
        const compressed = readFileSync(packageFile('dist/${languageFile}'));
        export const ngramsData = JSON.parse(brotliDecompressSync(compressed).toString());`,
    }));
  },
};

/** Writes the file that {@link languageData} reads. */
export async function writeLanguageData(folder: string): Promise<void> {
  const module = resolve('node_modules/eld/src/ngrams/extrasmall.js');
  const { ngramsData } = (await import(pathToFileURL(module).href)) as { ngramsData: object };
  writeFileSync(join(folder, languageFile), brotliCompressSync(JSON.stringify(ngramsData)));
}
