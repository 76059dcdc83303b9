import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { serveWith } from '../helpers/serve.ts';

it('serve has loaded the MCP library when it is ready', async () => {
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
  const { ready } = await serveWith({ env }, '--data', ':memory:');
  const before = await readFile(loaded, 'utf8');
  expect(before).toContain('@modelcontextprotocol');

  const response = await fetch(`${ready.base_url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ready.api_key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  expect(response.status).toBe(200);
  await response.text();
  const after = await readFile(loaded, 'utf8');
  expect(after.slice(before.length).match(/\S*@modelcontextprotocol\S*/g)).toBeNull();
});
