import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { it } from 'vitest';
import { pollUntil } from '../helpers/eventually.ts';
import { serveWith } from '../helpers/serve.ts';

it('serve loads the MCP library without a request for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-preload-'));
  const loaded = join(folder, 'loaded');
  const hooks = join(folder, 'hooks.mjs');
  const register = join(folder, 'register.mjs');
  await writeFile(
    hooks,
    `import { appendFileSync } from 'node:fs';
    export function load(url, context, next) {
      appendFileSync(${JSON.stringify(loaded)}, url + '\\n');
      return next(url, context);
    }`,
  );
  await writeFile(
    register,
    `import { register } from 'node:module'; register(${JSON.stringify(String(pathToFileURL(hooks)))});`,
  );
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(register)}` };
  await serveWith({ env }, '--data', ':memory:');
  await pollUntil(
    async () => (await readFile(loaded, 'utf8')).includes('@modelcontextprotocol'),
    20_000,
  );
});
