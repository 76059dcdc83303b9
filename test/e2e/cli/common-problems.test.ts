import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HttpResponse, http } from 'msw';
import { signedHeaders } from 'newswatch/webhooks';
import { expect, it } from 'vitest';
import { exitCode } from '../../../src/cli/errors/exit-code.ts';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { eventually } from '../../helpers/eventually.ts';
import { listen } from '../../helpers/listen.ts';
import { mockServer, rawServer } from '../../helpers/mock-server.ts';
import { envFor, paidKey, testServer } from '../../helpers/server.ts';
import { alert, secret, sendTo } from '../../helpers/test-receiver.ts';
import { clientOf } from '../../helpers/watch.ts';

/** Common problems of command-line tools, tested with the built binary. */

const nowhere = envFor({ baseUrl: 'http://127.0.0.1:9' });

const serviceSaying = async (text: string) =>
  envFor(await mockServer(http.all('*', () => new HttpResponse(text))));

async function bash(line: string, env: NodeJS.ProcessEnv) {
  const script = `newswatch() { "${process.execPath}" "${binary}" "$@"; }; ${line}`;
  const options = { env: cleanEnv(env), maxBuffer: 1 << 28 };
  return promisify(execFile)('bash', ['-c', script], options);
}

it('output to a pipe is not truncated at 64 KiB', async () => {
  const env = await serviceSaying(JSON.stringify({ rows: Array(40_000).fill('x'.repeat(80)) }));
  const { stdout } = await bash('newswatch usage | cat', env);
  expect(JSON.parse(stdout).rows).toHaveLength(40_000);
});

it('a reader that closes the pipe does not crash it', async () => {
  const env = await serviceSaying(JSON.stringify({ rows: Array(40_000).fill('x') }));
  const line = '(newswatch usage; echo "exit $?" >&2) | head -1';
  const { stderr } = await bash(line, env);
  expect(stderr.replace(/^newswatch: warning.*\n/, '')).toBe('exit 0\n');
});

it('stdout contains no banner, notice or progress that would break jq', async () => {
  const env = envFor(await testServer());
  for (const args of [['usage'], ['news', 'latest', '-v'], ['monitors', 'list', '--compact']]) {
    expect(JSON.parse((await cli(args, { env })).stdout)).toBeTypeOf('object');
  }
});

it('parser errors are JSON with exit code 2, and help goes to stderr', async () => {
  const wrong = await cli(['news', 'latest', '--limt', '3']);
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(failureIn(wrong.stderr)).toMatchObject({ error: 'unknown_option', exit_code: 2 });
  expect(await cli(['news', '--help'])).toMatchObject({ code: 0, stdout: '' });
  expect((await cli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it('unknown values are not ignored', async () => {
  const args = ['delivery', 'set', 'chan_1', '--status', 'disable'];
  const { code, stderr } = await cli(args, { env: nowhere });
  expect(code).toBe(2);
  expect(failureIn(stderr)['message']).toMatch(/active, paused, disabled.*did you mean disabled\?/);
});

it('proxies are used, and an empty variable does not hide another', async () => {
  const env = {
    ...envFor({ baseUrl: 'https://news.example.org' }),
    https_proxy: '',
    HTTPS_PROXY: 'http://127.0.0.1:9',
  };
  const { stderr } = await cli(['usage', '--retries', '0'], { env });
  expect(failureIn(stderr)['message']).toContain('ECONNREFUSED');
});

it.each([
  [['--yes'], 0],
  [[], 2],
])('no prompt waits for input in CI: pause-all %j exits with %i', async (flags, code) => {
  const env = cleanEnv({ ...envFor(await testServer()), CI: '1' });
  // stdin stays open without data.
  const child = spawn(process.execPath, [binary, 'monitors', 'pause-all', ...flags], { env });
  expect(await once(child, 'exit')).toEqual([code, null]);
  child.stdin.destroy();
});

it('the key is redacted in logs, errors and responses', async () => {
  const server = await rawServer((socket) =>
    socket.once('data', (request: Buffer) => {
      const body = JSON.stringify({ error: 'unauthorized', message: request.toString() });
      socket.end(`HTTP/1.1 401 No\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    }),
  );
  const { stdout, stderr } = await cli(['usage', '-v'], { env: envFor(server) });
  expect(stdout).toContain('***');
  expect(stdout + stderr).not.toContain(paidKey);
});

it('secrets are never arguments', async () => {
  const { stderr } = await cli(['--help']);
  expect(stderr).toContain('--api-key-file');
  expect(stderr).not.toMatch(/--(api-)?key |--token |--secret /);
  expect((await cli(['usage', '--api-key', paidKey], { env: nowhere })).code).toBe(2);
});

it('exit codes are specific and documented', async () => {
  const { stderr } = await cli(['help', 'exit-codes']);
  const codes = Object.values(exitCode);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(stderr).toMatch(new RegExp(`^ +${code} +\\S`, 'm'));
});

it('Retry-After is respected and bounded by the timeout', async () => {
  const requests: number[] = [];
  const later = (seconds: string) =>
    mockServer(
      http.get('*', () => {
        requests.push(Date.now());
        return new HttpResponse('{"error":"rate_limited","message":"later"}', {
          status: 429,
          headers: { 'retry-after': seconds },
        });
      }),
    );
  await cli(['usage', '--retries', '1'], { env: envFor(await later('1')) });
  const [first = 0, second = 0] = requests;
  expect(second - first).toBeGreaterThanOrEqual(990);
  requests.length = 0;
  expect((await cli(['usage', '--timeout', '5'], { env: envFor(await later('60')) })).code).toBe(6);
  expect(requests).toHaveLength(1);
});

it('a POST is not repeated after a lost response', async () => {
  let requests = 0;
  const server = await rawServer((socket) =>
    socket.once('data', () => {
      requests += 1;
      socket.resetAndDestroy();
    }),
  );
  const args = ['monitors', 'create', '--prompt', 'otters'];
  const { code, stderr } = await cli(args, { env: envFor(server) });
  expect({ code, requests }).toEqual({ code: 7, requests: 1 });
  expect(failureIn(stderr)['message']).toContain('outcome unknown');
});

it('escape sequences in headlines do not reach the terminal', async () => {
  const env = await serviceSaying(JSON.stringify({ t: '\u009b31m\u202e\u2066\u007f' }));
  const { stdout } = await cli(['usage'], { env });
  expect(stdout).toMatch(/^[\x20-\x7e\n]*$/);
  expect(JSON.parse(stdout)).toEqual({ t: '\u009b31m\u202e\u2066\u007f' });
});

it('numbers beyond 2^53 do not change', async () => {
  const env = await serviceSaying('{"n":9007199254740993,"f":1.10,"e":1e400}');
  const { stdout } = await cli(['usage', '--compact'], { env });
  expect(stdout).toBe('{"n":9007199254740993,"f":1.10,"e":1e400}\n');
});

it('--follow neither loses its position nor repeats alerts', async () => {
  const server = await testServer();
  const client = clientOf(server);
  const { id } = await client.monitors.create({ prompt: 'chip exports', on_demand: true });
  await server.addNews([{ title: 'Chip exports rise' }]);
  const follow =
    'newswatch alerts list --follow --interval 0.1 --since 24h --bookmark pipe | head -1';
  await client.monitors.run({ id });
  const env = { ...envFor(server), XDG_DATA_HOME: await mkdtemp(join(tmpdir(), 'newswatch-')) };
  const first = JSON.parse((await bash(follow, env)).stdout.trim());
  const { id: other } = await client.monitors.create({
    prompt: 'central bank rates',
    on_demand: true,
  });
  await server.addNews([{ title: 'Central bank raises its rates' }]);
  await client.monitors.run({ id: other });
  const second = JSON.parse((await bash(follow, env)).stdout.trim());
  expect([first.monitor_id, second.monitor_id]).toEqual([id, other]);
});

it('a command loads only the code that it needs', async () => {
  // test/e2e/startup.test.ts checks the bundle; this checks what a command evaluates.
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-'));
  await cli(['usage', '--retries', '0'], { env: { ...nowhere, NODE_V8_COVERAGE: folder } });
  const [report = ''] = await readdir(folder);
  const { result } = JSON.parse(await readFile(join(folder, report), 'utf8'));
  const files = result
    .map(({ url }: { url: string }) => url)
    .filter((url: string) => /^file:/.test(url));
  const ofTheProgram =
    /\/(bin\/newswatch|dist\/cli(-(call|env-paths|rolldown-runtime)-[^/]{8})?)\.cjs$/;
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((url: string) => !ofTheProgram.test(url))).toEqual([]);
});

it('a webhook is verified before it is forwarded', async () => {
  const forwarded: string[] = [];
  const target = await mockServer(
    http.post('*', async ({ request }) => {
      forwarded.push(await request.text());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-'));
  const flags = ['--data', folder, '--forward', `${target.baseUrl}/`];
  const { ready } = await listen(flags, { env: { SERVICE_WEBHOOK_SECRET: secret } });
  const [forged, genuine] = [alert({ id: 'evt_1' }), alert({ id: 'evt_2' })];
  const headers = {
    ...(await signedHeaders({ body: forged, eventId: 'evt_1', secrets: 'another' })),
  };
  const response = await fetch(ready.url, { method: 'POST', headers, body: forged });
  expect(response.status).toBe(401);
  await sendTo(ready.url, genuine);
  await eventually(() => forwarded.length > 0);
  expect(forwarded).toEqual([genuine]);
});

it('a failure does not overwrite existing output', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'newswatch-')), 'news.json');
  await writeFile(file, 'good');
  const args = ['news', 'latest', '--output', file, '--retries', '0'];
  expect((await cli(args, { env: nowhere })).code).toBe(7);
  expect(await readFile(file, 'utf8')).toBe('good');
});

it('help has examples', async () => {
  for (const words of [['news', 'search'], ['serve'], ['webhook', 'listen'], ['mcp', 'call']]) {
    const { stderr } = await cli([...words, '--help']);
    expect(stderr).toMatch(new RegExp(`\\$ newswatch ${words.join(' ')}`));
  }
});

it('it contacts no host but the service', async () => {
  // A hook into sockets sees the connections of every library.
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-'));
  const hook = join(folder, 'hook.cjs');
  await writeFile(
    hook,
    `const { appendFileSync } = require('node:fs');
     const tell = (what) => appendFileSync(${JSON.stringify(join(folder, 'requests'))}, what + '\\n');
     const { connect } = require('node:net').Socket.prototype;
     require('node:net').Socket.prototype.connect = function (...args) {
       const [{ host, port }] = args.flat();
       tell(host + ':' + port);
       return connect.apply(this, args);
     };`,
  );
  const env = { ...nowhere, NODE_OPTIONS: `--require ${hook}` };
  for (const args of [['usage', '--retries', '0'], ['--version'], ['--help'], ['config', 'list']]) {
    await cli(args, { env });
  }
  expect(await readFile(join(folder, 'requests'), 'utf8')).toBe('127.0.0.1:9\n');
});
