import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { operationList } from '../../../src/contract/operations.ts';
import { paidKey, testServer, unpaidKey } from '../../helpers/server.ts';

const inspector = fileURLToPath(
  new URL(
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
);
const isInstalled = existsSync(inspector);
if (!isInstalled) {
  process.stderr.write(
    'skipped: run npm ci --prefix test/ordeals/inspector for the tests of the Inspector\n',
  );
}

async function inspect(url: string, ...args: string[]) {
  const command = [inspector, '--cli', url, '--transport', 'http', ...args];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, , code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, response: stdout === '' ? undefined : JSON.parse(stdout) };
}

describe.runIf(isInstalled)('the command line of the Inspector', () => {
  const key = ['--header', `Authorization: Bearer ${paidKey}`];

  it('lists the tools in strict mode', async () => {
    const { baseUrl } = await testServer();
    const { code, response } = await inspect(
      `${baseUrl}/mcp`,
      ...[...key, '--method', 'tools/list', '--strict'],
    );
    expect(code).toBe(0);
    expect(response.tools).toHaveLength(operationList.length);
  });

  it('calls a tool', async () => {
    const { baseUrl } = await testServer();
    const call = ['--method', 'tools/call', '--tool-name', 'news.search'];
    const args = ['--tool-arg', 'query=chip exports', '--tool-arg', 'limit=1'];
    const { code, response } = await inspect(`${baseUrl}/mcp`, ...key, ...call, ...args);
    expect({ code, items: response.structuredContent.items.length }).toEqual({ code: 0, items: 1 });
  });

  it('gets plan_required, with the key in the path', async () => {
    const { baseUrl } = await testServer();
    const call = ['--method', 'tools/call', '--tool-name', 'news.latest'];
    const { code, response } = await inspect(`${baseUrl}/mcp/${unpaidKey}`, ...call);
    expect(code).toBe(5);
    expect(JSON.parse(response.content[0].text)).toMatchObject({ error: 'plan_required' });
  });
});
