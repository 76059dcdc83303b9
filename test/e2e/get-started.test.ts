import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it, type TestContext } from 'vitest';
import { codeBlocks, readDocument } from '../helpers/documents.ts';
import {
  examplesIn,
  folderEnv,
  outputPattern,
  runBash,
  withoutNotices,
  workFolder,
} from '../helpers/examples.ts';
import { freePort } from '../helpers/free-port.ts';
import { hasTool } from '../helpers/tools.ts';

/** The page with free ports, so that it can be followed while its own ports are in use. */
async function pageOnFreePorts(): Promise<string> {
  const [server, receiver] = [await freePort(), await freePort()];
  return readDocument('docs/get-started.md')
    .replaceAll('8787', String(server))
    .replace('newswatch serve', `newswatch serve --port ${server}`)
    .replaceAll('8788', String(receiver))
    .replace('webhook listen', `webhook listen --port ${receiver}`);
}

/** Starts a command of the page in a shell of its own, which ends with the test. */
function inAnotherShell(folder: string, command: string, { onTestFinished }: TestContext) {
  const child: ChildProcess = spawn('bash', ['-c', command], {
    cwd: folder,
    env: folderEnv(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid, stdout, stderr } = child;
  if (pid === undefined || !stdout || !stderr) throw new Error(`${command} did not start`);
  const errorOutput = text(stderr);
  const ended = once(child, 'close');
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGTERM');
    await ended;
  });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error(`${command} ended: ${await errorOutput}`);
    return value;
  };
}

it.runIf(hasTool('jq'))('leads from the installation to a webhook', async (context) => {
  const page = await pageOnFreePorts();
  const folder = workFolder();
  const [, serve = '', , listen = ''] = codeBlocks(page, 'sh');
  const nextServerLine = inAnotherShell(folder, serve, context);
  const { base_url, api_key } = JSON.parse(await nextServerLine());
  const env = { SERVICE_BASE_URL: base_url, SERVICE_API_KEY: api_key };
  expect(codeBlocks(page, 'sh')[2]).toContain(`SERVICE_BASE_URL=${base_url} `);

  const run = async (sessions: readonly string[]) => {
    for (const { command, code, output } of sessions.flatMap(examplesIn)) {
      const result = await runBash(folder, command, env);
      expect(withoutNotices(result.output).trimEnd()).toMatch(outputPattern(output));
      expect(result.code, command).toBe(code);
    }
  };
  const sessions = codeBlocks(page, 'console');
  await run(sessions.slice(0, -1));
  const nextTitle = inAnotherShell(folder, listen, context);
  await run(sessions.slice(-1));
  expect(`${await nextTitle()}\n`).toBe(codeBlocks(page, 'text')[0]);
});
