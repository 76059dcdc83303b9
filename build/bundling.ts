import { createRequire, isBuiltin } from 'node:module';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const require = createRequire(import.meta.url);

/** Replaces undici's embedded copies of its response parser by files; see `response-parser.cjs`. */
export const responseParser: Plugin = {
  name: 'response-parser',
  setup(build) {
    build.onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, () => ({
      path: require.resolve('./response-parser.cjs'),
    }));
    build.onResolve({ filter: /\/llhttp-wasm\.js$/ }, () => ({
      path: require.resolve('./response-parser-without-simd.cjs'),
    }));
  },
};

/**
 * Leaves out modules that the command line's dependencies import but that it never uses: child
 * processes (Commander), servers, HTTP/2, form bodies, query objects and the full constants of the
 * parser (undici).
 * Without this, `account overview` takes about a tenth longer (docs/decisions/start-up.md).
 */
export const unusedModules: Plugin = {
  name: 'unused-modules',
  setup(build) {
    const replace = (filter: RegExp, contents: string) => {
      build.onLoad({ filter }, () => ({ contents }));
    };
    replace(/undici\/lib\/dispatcher\/client-h2\.js$/, 'module.exports = undefined;');
    replace(/undici\/lib\/web\/fetch\/body\.js$/, 'module.exports = {};');
    const { ERROR, TYPE } = require('undici/lib/llhttp/constants.js');
    replace(
      /undici\/lib\/llhttp\/constants\.js$/,
      `module.exports = ${JSON.stringify({ ERROR, TYPE })};`,
    );
    build.onResolve({ filter: /^node:(child_process|http|querystring)$/ }, ({ path, importer }) =>
      /node_modules\/(commander|undici)\//.test(importer)
        ? { path, namespace: 'unused' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      contents: 'module.exports = { maxHeaderSize: 16384 };',
    }));
  },
};

/**
 * Imports `WebhookError` from the entry `newswatch/webhooks`, which is built on its own: an error of the
 * receiver is then an instance of the class that programs import.
 */
export const sharedWebhookError: Plugin = {
  name: 'shared-webhook-error',
  setup(build) {
    build.onResolve({ filter: /\/webhook-error\.ts$/ }, () => ({
      path: './webhooks.js',
      external: true,
    }));
  },
};

/**
 * Makes CommonJS dependencies load Node's own modules without `require`, which ES modules do not have.
 * Only chunks with such a dependency import Node modules for it, so that other runtimes can load the others.
 */
export const builtinModules: Plugin = {
  name: 'builtin-modules',
  setup(build) {
    const namespace = 'builtin-module';
    build.onResolve({ filter: /^[a-z0-9_:/]+$/ }, ({ kind, path }) =>
      kind === 'require-call' && (path.startsWith('node:') || isBuiltin(path))
        ? { path, namespace }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};
