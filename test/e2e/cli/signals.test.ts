import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { binary, cleanEnv, failureIn } from '../../helpers/cli.ts';
import { rawServer } from '../../helpers/mock-server.ts';
import { envFor } from '../../helpers/server.ts';

/** The built binary, waiting for a response that never arrives. */
async function waiting(args: readonly string[]) {
  let isAsked = () => {};
  const requested = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const server = await rawServer((socket) => socket.once('data', () => isAsked()));
  const child = spawn(process.execPath, [binary, ...args], { env: cleanEnv(envFor(server)) });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  await requested;
  return { child, ended, output };
}

describe('a signal during a request', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends a read with %i and says so once', async (signal, code) => {
    const { child, ended, output } = await waiting(['news', 'latest']);
    child.kill(signal);
    expect(await ended).toEqual([code, null]);
    const [stdout, stderr] = await output;
    expect(stdout).toBe('');
    expect(failureIn(stderr)).toMatchObject({
      error: 'interrupted',
      exit_code: code,
      retryable: true,
    });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('says that `auth status` can be run again', async () => {
    const { child, ended, output } = await waiting(['auth', 'status']);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(failureIn((await output)[1])).toMatchObject({
      hint: 'Run the command again',
      retryable: true,
    });
  });

  it('reports that the outcome of a write is unknown', async () => {
    const { child, ended, output } = await waiting(['monitors', 'pause-all']);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(failureIn((await output)[1])).toMatchObject({
      message: expect.stringContaining('outcome unknown'),
      retryable: false,
    });
  });

  it('leaves no file behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newswatch-signals-'));
    const connect = ['delivery', 'connect', '--platform', 'webhook'];
    const files = ['--secret-file', join(folder, 'secret'), '--output', join(folder, 'response')];
    const url = ['--webhook-url', 'https://hooks.example.com/news'];
    const { child, ended } = await waiting([...connect, ...url, ...files]);
    child.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
    expect(await readdir(folder)).toEqual([]);
  });
});

it('a second SIGINT ends a server that waits for active requests', async () => {
  const args = ['serve', '--port', '0', '--data', ':memory:', '--latency', '60000', '--sample'];
  const child = spawn(process.execPath, [binary, ...args], { env: cleanEnv() });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { base_url, api_key } = JSON.parse(line.toString()) as {
    base_url: string;
    api_key: string;
  };
  const headers = { authorization: `Bearer ${api_key}` };
  const requested = fetch(`${base_url}/api/v1/usage`, { headers }).catch(() => {});
  const healthy = await fetch(`${base_url}/healthz`);
  expect(healthy.ok).toBe(true);
  const ended = once(child, 'close');
  child.kill('SIGINT');
  await fetch(`${base_url}/healthz`).catch(() => {});
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  await requested;
});
