import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signedHeaders } from 'newswatch/webhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { eventually } from '../../helpers/eventually.ts';
import { listening } from '../../helpers/listening.ts';
import { rawServer } from '../../helpers/mock-server.ts';
import { secret, testReceiver } from '../../helpers/test-receiver.ts';

let folder: string;
let secretFile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-webhook-'));
  secretFile = join(folder, 'secret');
  await writeFile(secretFile, secret, { mode: 0o600 });
});

const now = '2026-11-20T12:00:00Z';
const body = '{"id":"evt_1","type":"news.alert","n":1}';
const headers = await signedHeaders({
  body,
  eventId: 'evt_1',
  secrets: secret,
  now: Date.parse(now),
});
const flags = Object.entries(headers).flatMap(([name, value]) => [
  name.replace('X-Service-', '--').toLowerCase(),
  value,
]);

async function verify(args: readonly string[], input?: string) {
  const all = ['webhook', 'verify', '--secret-file', secretFile, '--now', now, ...args];
  const { code, stdout, stderr } = await cli(all, input === undefined ? {} : { input });
  // A log without stdout names the cause.
  expect(stderr.trim()).toContain(code === 0 ? '' : `newswatch: ${JSON.parse(stdout).message}`);
  expect(stderr === '').toBe(code === 0);
  return { code, ...(JSON.parse(stdout) as { findings: { code: string }[] }) };
}

async function saved(content: string | Buffer): Promise<string[]> {
  const file = join(folder, 'request');
  await writeFile(file, content);
  return ['--request', file];
}

describe('newswatch webhook verify', () => {
  it('accepts a valid signature, exit 0', async () => {
    expect(await verify(flags, body)).toEqual({
      code: 0,
      valid: true,
      message: expect.any(String),
      event: { id: 'evt_1', type: 'news.alert' },
      secret: 1,
      skew_seconds: 0,
      findings: [],
    });
  });

  it('docs/receiver-cases.md, case 28: explains how a body was altered, exit 1', async () => {
    expect(await verify(flags, `${body}\n`)).toMatchObject({
      code: 1,
      valid: false,
      reason: 'signature_mismatch',
      findings: [{ code: 'newline_added', proven: true }],
    });
  });

  it.each([
    ['deep arrays', `${'['.repeat(21_500)}${']'.repeat(21_500)}`],
    ['arrays that do not end', '['.repeat(6000)],
    ['deep objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('docs/receiver-cases.md, case 42: gives the plain reason for %s', async (_what, text) => {
    expect(await verify(flags, text)).toMatchObject({
      code: 1,
      valid: false,
      reason: 'signature_mismatch',
    });
  });

  it('docs/receiver-cases.md, case 42: gives the plain reason for a saved request with long lines', async () => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const long = `X-Long: ${' '.repeat(1_000_000)}x`;
    const request = ['POST /hook HTTP/1.1', long, ...lines, '', `${body} `].join('\n');
    expect(await verify(await saved(request))).toMatchObject({ reason: 'signature_mismatch' });
  });

  it('docs/receiver-cases.md, case 29: reports the skew and accepts --now in any format', async () => {
    const late = ['--now', String(Date.parse(now) / 1000 + 301)];
    expect(await verify([...flags, ...late], body)).toMatchObject({
      code: 1,
      reason: 'timestamp_too_old',
      skew_seconds: 301,
    });
  });

  it('docs/receiver-cases.md, case 40: explains a newline in the secret file', async () => {
    await writeFile(secretFile, `${secret}\n`, { mode: 0o600 });
    const { code, findings } = await verify(flags, body);
    expect([code, ...findings.map((each) => each.code)]).toEqual([
      1,
      'bad_secret',
      'secret_white_space',
    ]);
  });

  it.each(['\r\n', '\n'])('reads a saved raw request with %j', async (end) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const request = ['POST /hook HTTP/1.1', 'Host: x', ...lines, '', body].join(end);
    expect(await verify(await saved(request))).toMatchObject({ code: 0 });
  });

  it('reads a saved chunked request', async () => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const chunks = `5;a=b\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`;
    const head = ['POST / HTTP/1.1', 'Transfer-Encoding: chunked', ...lines].join('\r\n');
    expect(await verify(await saved(`${head}\r\n\r\n${chunks}`))).toMatchObject({ code: 0 });
    expect(
      await cli([
        'webhook',
        'verify',
        '--secret-file',
        secretFile,
        ...(await saved(`${head}\r\n\r\nno`)),
      ]),
    ).toMatchObject({ code: 2 });
  });

  it('reads a saved request as JSON, also base64; flags override its headers', async () => {
    expect(await verify(await saved(JSON.stringify({ headers, body })))).toMatchObject({ code: 0 });
    const base64 = Buffer.from(body).toString('base64');
    const lambda = await saved(JSON.stringify({ headers, body: base64, isBase64Encoded: true }));
    expect(await verify(lambda)).toMatchObject({ code: 0 });
    expect(await verify([...lambda, '--event-id', 'evt_2'])).toMatchObject({
      reason: 'event_id_mismatch',
    });
  });

  it.each([
    ['{"headers":{}}', 'bad_request_file'],
    ['{broken', 'bad_request_file'],
    [`{"headers":{},"body":"","other":${'['.repeat(200)}${']'.repeat(200)}}`, 'bad_request_file'],
    ['no empty line', 'bad_request_file'],
  ])('rejects the saved request %j', async (content, error) => {
    const args = ['webhook', 'verify', '--secret-file', secretFile, ...(await saved(content))];
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error });
  });
});

it.runIf(process.platform === 'linux').each([
  ['verify', '--request', '/dev/zero'],
  ['send', 'http://127.0.0.1:9/', '--body', '/dev/zero'],
])('newswatch webhook %s %s %s reads no more than a request may hold', async (...args) => {
  const { code, stderr } = await cli(['webhook', ...args, '--secret-file', secretFile]);
  expect(code).toBe(2);
  expect(failureIn(stderr)['message']).toMatch(
    /\/dev\/zero cannot be read: larger than 16777216 bytes/,
  );
});

describe('newswatch webhook send', () => {
  const send = (...args: string[]) =>
    cli(['webhook', 'send', '--secret-file', secretFile, ...args]);

  it('sends a signed test or alert and prints the response', async () => {
    const { receiver, ids, lines } = await testReceiver();
    const test = await send(receiver.url);
    expect(test).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(test.stdout)).toEqual({
      status: 204,
      latency_ms: expect.any(Number),
      event_id: expect.stringMatching(/^evt_test_/),
      response: '',
    });
    expect(lines[0]?.event).toBe('connection test received');
    const sent = await send(receiver.url, '--type', 'news.alert');
    const { event_id } = JSON.parse(sent.stdout) as { event_id: string };
    await eventually(() => ids().includes(event_id));
  });

  it('sends a body unchanged from a file or stdin, with its id', async () => {
    const { receiver, handled } = await testReceiver();
    const bytes = '{"id":"evt_own",  "type":"a"}\n';
    const args = ['webhook', 'send', receiver.url, '--secret-file', secretFile, '--body', '-'];
    expect(JSON.parse((await cli(args, { input: bytes })).stdout)).toMatchObject({
      event_id: 'evt_own',
    });
    await eventually(() => handled.length === 1);
    expect(Buffer.from(handled[0]?.body ?? []).toString()).toBe(bytes);
  });

  it.each([
    [302, 1],
    [400, 1],
    [401, 4],
    [404, 5],
    [503, 8],
  ])('prints status %i and exits %i', async (status, exit) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, { location: '/' }).end(`no, ${secret}`);
    });
    const { code, stdout, stderr } = await send(await listening(server));
    expect({ code, stderr }).toEqual({ code: exit, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ status, response: 'no, ***' });
  });

  it('exits 7 if there is no response', async () => {
    const silent = await rawServer(() => {});
    const late = await send(silent.baseUrl, '--timeout', '1');
    expect(late.code).toBe(7);
    expect(failureIn(late.stderr)).toMatchObject({ error: 'timeout', kind: 'network' });
    await silent.close();
    const gone = await send(silent.baseUrl);
    expect(gone.code).toBe(7);
    expect(failureIn(gone.stderr)).toMatchObject({ error: 'network_error' });
  });

  it('sends only to https or loopback URLs', async () => {
    for (const url of [
      'http://example.com/',
      'ftp://localhost/',
      'nothing',
      'https://a:b@c.example/',
    ]) {
      const { code, stderr } = await send(url);
      expect(code).toBe(2);
      expect(failureIn(stderr)).toMatchObject({ error: 'invalid_value' });
    }
  });
});

describe('newswatch webhook conform', () => {
  const conform = (url: string) => cli(['webhook', 'conform', url, '--secret-file', secretFile]);

  it('passes webhook listen on every rule, exit 0', async () => {
    const { receiver } = await testReceiver();
    const { code, stdout } = await conform(receiver.url);
    const report = JSON.parse(stdout) as { failed: number; checks: { passed: boolean }[] };
    expect({ code, failed: report.failed }).toEqual({ code: 0, failed: 0 });
    expect(report.checks.length).toBeGreaterThan(12);
  });

  it('--handled checks what the receiver has handled, from a file or a URL', async () => {
    const { receiver, ids } = await testReceiver();
    const list = createServer((_request, response) => response.end(ids().join('\n')));
    const source = `${await listening(list)}/handled`;
    const args = ['webhook', 'conform', receiver.url, '--secret-file', secretFile, '--handled'];
    const byUrl = await cli([...args, source]);
    expect(JSON.parse(byUrl.stdout)).toMatchObject({ failed: 0, not_checked: [] });
    const nothing = await cli([...args, folder]);
    expect(nothing.code).toBe(2);
    expect(failureIn(nothing.stderr)['message']).toContain('--handled');
    const log = join(folder, 'handled.log');
    await writeFile(log, '');
    const byFile = await cli([...args, log]);
    expect(byFile.code).toBe(1);
    expect(byFile.stdout).toContain('no event was handled within 10 s');
  });

  it('fails a receiver that accepts anything, exit 1', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200).end());
    });
    const { code, stdout } = await conform(await listening(server));
    const { checks } = JSON.parse(stdout) as { checks: { name: string; passed: boolean }[] };
    const failed = checks.filter(({ passed }) => !passed).map(({ name }) => name);
    expect(code).toBe(1);
    expect(failed).toEqual([
      'wrong_signature',
      'malformed_signature',
      'cut_signature',
      'altered_body',
      'altered_timestamp',
      'stale_timestamp',
      'future_timestamp',
      'missing_signature',
      'missing_timestamp',
      'huge_body',
    ]);
  });

  it('does not count a 5xx as a rejection', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(500).end());
    });
    const { stdout } = await conform(await listening(server));
    expect(JSON.parse(stdout)).toMatchObject({ passed: 0 });
  });
});

it('webhook verify says that the signature of an old saved request matches, and how to check it', async () => {
  const words = ['webhook', 'verify', '--secret-file', secretFile, ...flags];
  const late = ['--now', new Date(Date.parse(now) + 3_600_000).toISOString()];
  const { code, stderr } = await cli([...words, ...late], { input: body });
  expect(code).toBe(1);
  expect(stderr).toBe(
    "newswatch: the timestamp is 3600 s behind the receiver's clock; the tolerance is 300 s; the signature matches: check a saved request with --now TIMESTAMP\n",
  );
});
