import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { decided, registered } from '../../helpers/assistant.ts';
import { cleanEnv } from '../../helpers/cli.ts';
import { freePort } from '../../helpers/free-port.ts';
import { testServer } from '../../helpers/server.ts';
import { TestBrowser } from '../../helpers/test-browser.ts';
import { conformanceProgram } from './program.ts';

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

/** Runs the scenarios for authorization servers, and approves in the browser. */
async function conform(args: readonly string[], browser: TestBrowser): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-conformance-'));
  const child = spawn(
    process.execPath,
    [...conformanceProgram, 'authorization', ...args, '--output-dir', folder],
    { env: cleanEnv() },
  );
  for await (const line of createInterface(child.stdout)) {
    if (!/^http\S+\/oauth\/authorize\?/.test(line)) continue;
    await fetch(await decided(browser, new URL(line)));
  }
  const results = (await readdir(folder, { recursive: true })).filter((each) =>
    each.endsWith('checks.json'),
  );
  const checks = await Promise.all(
    results.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Check[]),
  );
  return checks.flat();
}

it('passes the authorization server scenarios of the MCP conformance suite', async () => {
  const server = await testServer();
  const port = await freePort();
  const { client, resource } = await registered(server, {
    redirect_uris: [`http://127.0.0.1:${port}/callback`],
  });
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const checks = await conform(
    [
      '--url',
      server.baseUrl,
      '--client-id',
      client.client_id,
      '--resource',
      resource,
      '--port',
      String(port),
    ],
    browser,
  );
  expect(checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id)).toEqual(
    expect.arrayContaining(['authorization-server-metadata', 'authorization-code-grant']),
  );
  const missing = checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO');
  expect(missing).toEqual([]);
});
