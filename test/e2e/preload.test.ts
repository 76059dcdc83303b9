import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { pollUntil } from '../helpers/eventually.ts';
import { serveWith } from '../helpers/serve.ts';

/** Starts a server without requests, with a hook of the module loader. `file` is one that it may write. */
async function serveWithHook(hook: (file: string) => string) {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-preload-'));
  const file = join(folder, 'loaded');
  const hooks = join(folder, 'hooks.mjs');
  const register = join(folder, 'register.mjs');
  await writeFile(hooks, hook(file));
  await writeFile(
    register,
    `import { register } from 'node:module'; register(${JSON.stringify(String(pathToFileURL(hooks)))});`,
  );
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(register)}` };
  const server = await serveWith({ env }, '--data', ':memory:');
  return { server, file };
}

it('serve loads the MCP library without a request for it', async () => {
  const { file } = await serveWithHook(
    (loaded) => `import { appendFileSync } from 'node:fs';
      export function load(url, context, next) {
        appendFileSync(${JSON.stringify(loaded)}, url + '\\n');
        return next(url, context);
      }`,
  );
  await pollUntil(
    async () => (await readFile(file, 'utf8')).includes('@modelcontextprotocol'),
    20_000,
  );
});

it('serve is ready before it looks for the MCP library', async () => {
  const { server, file } = await serveWithHook(
    (isReady) => `import { existsSync } from 'node:fs';
      export async function resolve(specifier, context, next) {
        const isWaiting = specifier.startsWith('@modelcontextprotocol');
        while (isWaiting && !existsSync(${JSON.stringify(isReady)})) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        return next(specifier, context);
      }`,
  );
  await writeFile(file, '');
  expect((await fetch(`${server.ready.base_url}/readyz`)).status).toBe(200);
});

it('serve logs why it cannot load the MCP library, and serves everything else', async () => {
  const { server } = await serveWithHook(
    () => `export function load(url, context, next) {
        if (url.includes('@modelcontextprotocol')) throw new Error('a damaged copy');
        return next(url, context);
      }`,
  );
  await pollUntil(async () => server.log().includes('MCP library not loaded'), 20_000);
  expect(server.log()).toContain('a damaged copy');
  expect((await fetch(`${server.ready.base_url}/readyz`)).status).toBe(200);
});
