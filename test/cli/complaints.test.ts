import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { exitCode } from '../../src/cli/exit-code.ts';
import { binary, cleanEnv, cli, failureIn } from '../helpers/cli.ts';
import { oddServer, rawServer } from '../helpers/odd-server.ts';
import { envFor, paidKey, testServer } from '../helpers/server.ts';
import { clientOf } from '../helpers/watch.ts';

/** What users of other command lines complain about, each held against the real binary. */

const nowhere = envFor({ base_url: 'http://127.0.0.1:9' });

const serviceSaying = async (text: string) =>
  envFor(await oddServer(http.all('*', () => new HttpResponse(text))));

async function bash(line: string, env: NodeJS.ProcessEnv) {
  const script = `newswatch() { "${process.execPath}" "${binary}" "$@"; }; ${line}`;
  const options = { env: cleanEnv(env), maxBuffer: 1 << 28 };
  return promisify(execFile)('bash', ['-c', script], options);
}

it('complaint 1: output into a pipe is cut at 64 KiB', async () => {
  const env = await serviceSaying(JSON.stringify({ rows: Array(40_000).fill('x'.repeat(80)) }));
  const { stdout } = await bash('newswatch usage | cat', env);
  expect(JSON.parse(stdout).rows).toHaveLength(40_000);
});

it('complaint 2: a reader that closes the pipe crashes it', async () => {
  const env = await serviceSaying(JSON.stringify({ rows: Array(40_000).fill('x') }));
  const line = '(newswatch usage; echo "exit $?" >&2) | head -1';
  const { stderr } = await bash(line, env);
  expect(stderr.replace(/^newswatch: warning.*\n/, '')).toBe('exit 0\n');
});

it('complaint 3: a banner, a notice or progress on stdout breaks jq', async () => {
  const env = envFor(await testServer());
  for (const args of [['usage'], ['news', 'latest', '-v'], ['monitors', 'list', '--compact']]) {
    expect(JSON.parse((await cli(args, { env })).stdout)).toBeTypeOf('object');
  }
});

it('complaint 4: the parser’s own errors are prose with exit 1, and help goes to stdout', async () => {
  const wrong = await cli(['news', 'latest', '--limt', '3']);
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(failureIn(wrong.stderr)).toMatchObject({ error: 'unknown_option', exit_code: 2 });
  expect(await cli(['news', '--help'])).toMatchObject({ code: 0, stdout: '' });
  expect((await cli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it('complaint 5: unknown values are silently ignored', async () => {
  const args = ['delivery', 'set', 'chan_1', '--status', 'disable'];
  const { code, stderr } = await cli(args, { env: nowhere });
  expect(code).toBe(2);
  expect(failureIn(stderr)['message']).toMatch(/active, disabled.*did you mean disabled\?/);
});

it('complaint 6: proxies are ignored, or an empty variable masks another', async () => {
  const env = {
    ...envFor({ base_url: 'https://news.example.org' }),
    https_proxy: '',
    HTTPS_PROXY: 'http://127.0.0.1:9',
  };
  const { stderr } = await cli(['usage', '--retries', '0'], { env });
  expect(failureIn(stderr)['message']).toContain('ECONNREFUSED');
});

it('complaint 7: a prompt hangs in CI', async () => {
  const env = { ...envFor(await testServer()), CI: '1' };
  const { code } = await cli(['monitors', 'pause-all'], { env, input: '' });
  expect(code).toBe(0);
});

it('complaint 8: the key is in a debug log, in an error, in an answer', async () => {
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

it('complaint 9: secrets stand in argv', async () => {
  const { stderr } = await cli(['--help']);
  expect(stderr).toContain('--api-key-file');
  expect(stderr).not.toMatch(/--(api-)?key |--token |--secret /);
  expect((await cli(['usage', '--api-key', paidKey], { env: nowhere })).code).toBe(2);
});

it('complaint 10: exit codes are too coarse, and nowhere written', async () => {
  const { stderr } = await cli(['help', 'exit-codes']);
  const codes = Object.values(exitCode);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(stderr).toMatch(new RegExp(`^ +${code} +\\S`, 'm'));
});

it('complaint 11: Retry-After is not kept to, or not bounded by the time-out', async () => {
  const asked: number[] = [];
  const later = (seconds: string) =>
    oddServer(
      http.get('*', () => {
        asked.push(Date.now());
        return new HttpResponse('{"error":"rate_limited","message":"later"}', {
          status: 429,
          headers: { 'retry-after': seconds },
        });
      }),
    );
  await cli(['usage', '--retries', '1'], { env: envFor(await later('1')) });
  const [first = 0, second = 0] = asked;
  expect(second - first).toBeGreaterThanOrEqual(990);
  asked.length = 0;
  expect((await cli(['usage', '--timeout', '5'], { env: envFor(await later('60')) })).code).toBe(6);
  expect(asked).toHaveLength(1);
});

it('complaint 12: a POST is sent again after a lost answer and makes two', async () => {
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

it('complaint 13: a headline holds escapes that the terminal obeys', async () => {
  const env = await serviceSaying(JSON.stringify({ t: '\u009b31m\u202e\u2066\u007f' }));
  const { stdout } = await cli(['usage'], { env });
  expect(stdout).toMatch(/^[\x20-\x7e\n]*$/);
  expect(JSON.parse(stdout)).toEqual({ t: '\u009b31m\u202e\u2066\u007f' });
});

it('complaint 14: numbers beyond 2^53 change on the way', async () => {
  const env = await serviceSaying('{"n":9007199254740993,"f":1.10,"e":1e400}');
  const { stdout } = await cli(['usage', '--compact'], { env });
  expect(stdout).toBe('{"n":9007199254740993,"f":1.10,"e":1e400}\n');
});

it('complaint 15: following loses its place or repeats itself', async () => {
  const server = await testServer();
  const client = clientOf(server);
  const { id } = await client.monitors.create({ prompt: 'chip exports', on_demand: true });
  const follow =
    'newswatch alerts list --follow --interval 0.1 --since 24h --bookmark complaint | head -1';
  await client.monitors.run({ id });
  const env = { ...envFor(server), XDG_DATA_HOME: await mkdtemp(join(tmpdir(), 'newswatch-')) };
  const first = JSON.parse((await bash(follow, env)).stdout.trim());
  const { id: other } = await client.monitors.create({
    prompt: 'central bank rates',
    on_demand: true,
  });
  await client.monitors.run({ id: other });
  const second = JSON.parse((await bash(follow, env)).stdout.trim());
  expect([first.monitor_id, second.monitor_id]).toEqual([id, other]);
});

it('complaint 16: it starts slowly, as every command’s code is loaded', async () => {
  // test/startup.test.ts reads the bundle; here: a plain command loads no module of the server.
  const hook = "process.on('exit', () => console.error(Object.keys(require.cache).length))";
  const file = join(await mkdtemp(join(tmpdir(), 'newswatch-')), 'count.cjs');
  await writeFile(file, hook);
  const { stderr } = await bash(
    `NODE_OPTIONS="--require ${file}" newswatch usage --retries 0`,
    nowhere,
  ).catch((error: { stderr: string }) => error);
  expect(Number(stderr.trimEnd().split('\n').at(-1))).toBeLessThanOrEqual(3);
});

it('complaint 17: a webhook is forwarded without being verified', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-'));
  await writeFile(join(folder, 'secret'), 'whsec_0123456789abcdef');
  await writeFile(join(folder, 'body'), '{"id":"evt_1","type":"news.alert"}');
  const line = `newswatch webhook verify --secret-file ${folder}/secret --signature v1=${'0'.repeat(64)} --timestamp 1 --event-id evt_1 < ${folder}/body`;
  const { stdout } = await bash(line, {}).catch((error: { stdout: string }) => error);
  expect(JSON.parse(stdout)).toMatchObject({ valid: false });
});

it('complaint 18: a failure overwrites the good data of the day before', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'newswatch-')), 'news.json');
  await writeFile(file, 'good');
  const args = ['news', 'latest', '--output', file, '--retries', '0'];
  expect((await cli(args, { env: nowhere })).code).toBe(7);
  expect(await readFile(file, 'utf8')).toBe('good');
});

it('complaint 19: help has no example', async () => {
  for (const words of [['news', 'search'], ['serve'], ['webhook', 'listen'], ['mcp', 'call']]) {
    const { stderr } = await cli([...words, '--help']);
    expect(stderr).toMatch(new RegExp(`\\$ newswatch ${words.join(' ')}`));
  }
});

it('complaint 20: it phones home', async () => {
  // A proxy for everything sees each host that is asked.
  const asked: string[] = [];
  const proxy = await rawServer((socket) =>
    socket.once('data', (bytes: Buffer) => {
      asked.push(bytes.toString().split('\r\n')[0] ?? '');
      socket.end('HTTP/1.1 403 No\r\n\r\n');
    }),
  );
  const everything = {
    HTTP_PROXY: proxy.base_url,
    HTTPS_PROXY: proxy.base_url,
    NODE_USE_ENV_PROXY: '1',
  };
  const env = { ...envFor({ base_url: 'https://news.example.org' }), ...everything };
  await cli(['usage', '--retries', '0'], { env });
  await cli(['--version'], { env });
  expect(asked).toEqual(['CONNECT news.example.org:443 HTTP/1.1']);
});
