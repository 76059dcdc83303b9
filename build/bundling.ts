import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const require = createRequire(import.meta.url);

/** What the command line has in files of its own beside it. */
export const apart: Plugin = {
  name: 'apart',
  setup(build) {
    // Read when a bundle is asked for: in most runs none is.
    build.onLoad({ filter: /src\/cli\/bundles\.ts$/ }, () => ({
      contents:
        "export const bundles = new Proxy({}, { get: (_, name) => require('./bundles.cjs').bundles[name] });",
    }));
    build.onResolve({ filter: /^\.\/bundles\.cjs$/ }, ({ path }) => ({ path, external: true }));
    // The parser for processors without SIMD.
    build.onResolve({ filter: /\/llhttp-wasm\.js$/ }, () => ({
      path: './llhttp-wasm.cjs',
      external: true,
    }));
    build.onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, () => ({
      path: require.resolve('./response-parser.cjs'),
    }));
  },
};

/**
 * What the dependencies of the command line refer to and never use here, and what every command would
 * pay for at its start: Node's modules for child processes (Commander), servers and HTTP/2 (undici),
 * undici's bodies that are forms, and the names that its parser has for everything.
 */
export const unused: Plugin = {
  name: 'unused',
  setup(build) {
    const instead = (filter: RegExp, contents: string) => {
      build.onLoad({ filter }, () => ({ contents }));
    };
    instead(/undici\/lib\/dispatcher\/client-h2\.js$/, 'module.exports = undefined;');
    instead(/undici\/lib\/web\/fetch\/body\.js$/, 'module.exports = {};');
    const { ERROR, TYPE } = require('undici/lib/llhttp/constants.js');
    instead(
      /undici\/lib\/llhttp\/constants\.js$/,
      `module.exports = ${JSON.stringify({ ERROR, TYPE })};`,
    );
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

/** The modules of Node that are large, and of which our own files use functions alone. */
const seldom = new Set([
  'crypto',
  'dns/promises',
  'fs/promises',
  'net',
  'readline',
  'timers/promises',
  'tls',
]);

/**
 * Has Node's large modules loaded when one of their functions is called for the first time, where a
 * file would load them as soon as it is evaluated itself.
 */
export const late: Plugin = {
  name: 'late',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      /\/src\//.test(importer) && seldom.has(path.slice('node:'.length))
        ? { path, namespace: 'late', sideEffects: false }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => {
      const functions = Object.entries(require(path)).filter(
        ([name, value]) => typeof value === 'function' && /^[a-z]/.test(name),
      );
      const wrapped = functions.map(
        ([name]) => `const ${name}_ = (...args) => require('${path}').${name}(...args);`,
      );
      const names = functions.map(([name]) => `${name}_ as ${name}`);
      return { contents: `${wrapped.join('\n')}\nexport { ${names.join(', ')} };` };
    });
    build.onResolve({ filter: /^node:assert$/ }, ({ path, importer }) =>
      /node_modules\/undici\//.test(importer) ? { path, namespace: 'late assertion' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'late assertion' }, ({ path }) => ({
      contents: `
        module.exports = (value, ...rest) => { if (!value) require('${path}')(value, ...rest); };`,
    }));
  },
};

/** Has `import()` of the server, in a script, give the one that comes out of a code cache. */
export const cachedServer: Plugin = {
  name: 'cached server',
  setup(build) {
    const launcher = '../bin/newswatch.cjs';
    build.onResolve({ filter: /^newswatch\/server$/ }, ({ path }) => ({
      path,
      namespace: 'cached server',
    }));
    build.onLoad({ filter: /.*/, namespace: 'cached server' }, () => ({
      contents: `module.exports = require('${launcher}').load('server');`,
    }));
    build.onResolve({ filter: /bin\/newswatch\.cjs$/ }, () => ({ path: launcher, external: true }));
  },
};

/** What the OAuth provider imports, which is of ES modules alone. */
const oauthLibrary = ['oidc-provider/lib/provider.js', 'oidc-provider/lib/helpers/errors.js'];

/**
 * Has the OAuth provider evaluated once its library has been imported: a script cannot require that
 * one, and what comes out of a code cache cannot import it.
 */
export const importedFirst: Plugin = {
  name: 'imported first',
  setup(build) {
    const packages = './es-packages.cjs';
    build.onResolve({ filter: /es-packages\.cjs$/ }, () => ({ path: packages, external: true }));
    build.onResolve({ filter: /^oidc-provider\// }, ({ path }) => ({
      path,
      namespace: 'imported',
    }));
    build.onLoad({ filter: /.*/, namespace: 'imported' }, ({ path }) => ({
      contents: `module.exports = require('${packages}').loaded('${path}');`,
    }));
    build.onResolve({ filter: /^\.\/provider\.ts$/ }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' && /oauth$/.test(resolveDir)
        ? { path: join(resolveDir, path), namespace: 'import first' }
        : undefined,
    );
    // `import()` waits for what has a `then`.
    build.onLoad({ filter: /.*/, namespace: 'import first' }, ({ path }) => ({
      contents: `
        import { load } from '${packages}';
        export const then = (done, failed) =>
          load(${JSON.stringify(oauthLibrary)}).then(() => import('${path}')).then(done, failed);`,
      resolveDir: dirname(path),
    }));
  },
};

/**
 * Escapes what esbuild leaves as it is, in regular expressions and comments, where the escape means the
 * same: for one character of another script V8 keeps the whole text in two bytes each.
 */
export const ascii: NonNullable<Options['plugins']>[number] = {
  name: 'ascii',
  renderChunk: (code) => ({
    code: code.replace(/[^\0-\x7f]/g, (character) => {
      const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${digits}`;
    }),
  }),
};
