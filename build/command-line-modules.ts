import { createRequire } from 'node:module';
import type { Plugin } from 'rolldown';

const require = createRequire(import.meta.url);

/** Replaces undici's embedded copies of its response parser by files; see `response-parser.cjs`. */
export const responseParser: Plugin = {
  name: 'response-parser',
  resolveId(path) {
    if (/\/llhttp_simd-wasm\.js$/.test(path)) return require.resolve('./response-parser.cjs');
    if (/\/llhttp-wasm\.js$/.test(path)) {
      return require.resolve('./response-parser-without-simd.cjs');
    }
    return undefined;
  },
};

const { ERROR, TYPE } = require('undici/lib/llhttp/constants.js');

const replacements: readonly (readonly [module: RegExp, contents: string])[] = [
  [/undici\/lib\/dispatcher\/client-h2\.js$/, 'module.exports = undefined;'],
  [/undici\/lib\/web\/fetch\/body\.js$/, 'module.exports = {};'],
  [/undici\/lib\/llhttp\/constants\.js$/, `module.exports = ${JSON.stringify({ ERROR, TYPE })};`],
  [
    /undici\/lib\/core\/constants\.js$/,
    'module.exports = { wellknownHeaderNames: [], headerNameLowerCasedRecord: { __proto__: null } };',
  ],
  [/^\0unused:/, 'module.exports = { maxHeaderSize: 16384 };'],
];

/**
 * Leaves out modules that the command line's dependencies import but that it never uses: child
 * processes (Commander), servers, HTTP/2, form bodies, query objects, the table of well-known headers (undici
 * accepts any other as well) and the full constants of the parser (undici).
 * Without this, `account overview` takes about a tenth longer (docs/decisions/start-up.md).
 */
export const unusedModules: Plugin = {
  name: 'unused-modules',
  resolveId(path, importer = '') {
    return /^node:(child_process|http|querystring)$/.test(path) &&
      /node_modules\/(commander|undici)\//.test(importer)
      ? `\0unused:${path.slice('node:'.length)}.cjs`
      : undefined;
  },
  load(id) {
    return replacements.find(([module]) => module.test(id))?.[1];
  },
};
