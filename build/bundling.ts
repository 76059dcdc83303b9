import { isBuiltin } from 'node:module';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

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
