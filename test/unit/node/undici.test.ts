import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const require = createRequire(import.meta.url);

/** What src/node/undici.ts and build/bundling.ts import or replace by path. */
const internals = [
  'api/api-request.js',
  'core/connect.js',
  'core/socks5-client.js',
  'core/symbols.js',
  'dispatcher/agent.js',
  'dispatcher/client.js',
  'dispatcher/client-h2.js',
  'llhttp/constants.js',
  'llhttp/llhttp-wasm.js',
  'llhttp/llhttp_simd-wasm.js',
  'web/fetch/body.js',
];

it('the installed undici is of the versions whose internals were tested', () => {
  const { version } = require('undici/package.json');
  expect(
    version,
    `undici ${version} is installed. Modules of it are imported by path (src/node/undici.ts, ` +
      'build/bundling.ts): run the end-to-end tests with it, then change the range here.',
  ).toMatch(/^7\.30\.\d+$/);
});

it.each(internals)('undici still has lib/%s', (path) => {
  expect(
    () => require.resolve(`undici/lib/${path}`),
    `undici moved lib/${path}: find its new path for src/node/undici.ts or build/bundling.ts.`,
  ).not.toThrow();
});
