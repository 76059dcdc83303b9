import { fork, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { binary, cleanEnv, failureIn } from '../../helpers/cli.ts';
import { rawServer } from '../../helpers/mock-server.ts';
import { listeningAt } from '../../helpers/proxy.ts';
import { envFor } from '../../helpers/server.ts';

/** The built binary, started with a channel for messages, waiting for a response that never arrives. */
async function forked(args: readonly string[]) {
  const events = new EventEmitter();
  const requested = once(events, 'request');
  const { baseUrl } = await rawServer((socket) =>
    socket.once('data', () => events.emit('request')),
  );
  const child = fork(binary, args, { env: cleanEnv(envFor({ baseUrl })), silent: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  await requested;
  return { child, ended };
}

/** The built binary, waiting for a response that never arrives. */
async function waiting(args: readonly string[], { isTls = false } = {}) {
  const events = new EventEmitter();
  const requested = once(events, 'request');
  const server = await rawServer((socket) => socket.once('data', () => events.emit('request')));
  const baseUrl = isTls ? server.baseUrl.replace('http:', 'https:') : server.baseUrl;
  return running(args, baseUrl, requested);
}

/** The built binary, after a request has arrived. */
async function running(args: readonly string[], baseUrl: string, requested: Promise<unknown>) {
  const child = spawn(process.execPath, [binary, ...args], { env: cleanEnv(envFor({ baseUrl })) });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  await requested;
  return { child, ended, output };
}

/** An MCP server with one tool, which never returns. */
async function silentTool(name: string) {
  const events = new EventEmitter();
  const called = once(events, 'call');
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'test', version: '1' },
    },
    'tools/list': { tools: [{ name, inputSchema: { type: 'object' } }] },
  };
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse((await text(request)) || '{}') as Record<string, string>;
    if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
    if (method === 'tools/call') return events.emit('call');
    const result = results[`${method}`];
    const error = { code: -32601, message: 'no such method' };
    response.setHeader('content-type', 'application/json');
    return response.end(
      JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }),
    );
  });
  return { baseUrl: `http://${await listeningAt(server)}`, called };
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

  it('the message "shutdown" of a parent process is a SIGTERM', async () => {
    const { child, ended } = await forked(['news', 'latest']);
    child.send('shutdown');
    expect(await ended).toEqual([143, null]);
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
    const { child, ended, output } = await waiting(['monitors', 'pause-all', '--yes']);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(failureIn((await output)[1])).toMatchObject({
      message: expect.stringContaining('outcome unknown'),
      retryable: false,
    });
  });

  it('knows that nothing was sent before the connection stood', async () => {
    const { child, ended, output } = await waiting(['monitors', 'pause-all', '--yes'], {
      isTls: true,
    });
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(failureIn((await output)[1])).toMatchObject({
      message: 'interrupted by SIGINT before the response arrived',
      hint: 'Run the command again',
      retryable: true,
    });
  });

  it('knows that a write was not carried out while it waits to retry it', async () => {
    const events = new EventEmitter();
    const requested = once(events, 'request');
    const server = createServer((_request, response) => {
      const body = '{"error":"rate_limited","message":"Wait."}';
      response.writeHead(429, { 'retry-after': '20' }).end(body, () => events.emit('request'));
    });
    const baseUrl = `http://${await listeningAt(server)}`;
    const args = ['monitors', 'pause-all', '--yes', '--verbose'];
    const { child, ended, output } = await running(args, baseUrl, requested);
    await once(child.stderr, 'data');
    child.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
    expect(failureIn((await output)[1])).toMatchObject({ retryable: true });
  });

  it.each([[['doctor']], [['mcp', 'tools']], [['mcp', 'call', 'news.latest']], [['conform']]])(
    'says that %j, which only reads, can be run again',
    async (args) => {
      const { child, ended, output } = await waiting(args);
      child.kill('SIGINT');
      expect(await ended).toEqual([130, null]);
      const [, stderr] = await output;
      expect(failureIn(stderr)).toMatchObject({ hint: 'Run the command again', retryable: true });
      expect(stderr).not.toContain('outcome unknown');
    },
  );

  it.each([
    ['monitors.pause_all', true],
    ['news.latest', false],
  ])('knows whether the outcome of the tool %s matters: %s', async (tool, isWrite) => {
    const { baseUrl, called } = await silentTool(tool);
    const { child, ended, output } = await running(['mcp', 'call', tool, '--yes'], baseUrl, called);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    const failure = failureIn((await output)[1]);
    expect(failure).toMatchObject({ error: 'interrupted', retryable: !isWrite });
    expect(String(failure['message']).startsWith('outcome unknown')).toBe(isWrite);
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
