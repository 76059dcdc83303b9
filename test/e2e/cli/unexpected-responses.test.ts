import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { mockServer, rawServer } from '../../helpers/mock-server.ts';
import { envFor } from '../../helpers/server.ts';

const overview = ['account', 'overview'];

async function overviewOf(response: () => Response, ...flags: string[]) {
  const server = await mockServer(http.get('*/api/v1/account/overview', response));
  return cli([...overview, ...flags], { env: envFor(server) });
}

describe.concurrent('a response that is not JSON', () => {
  it.each([
    [
      'an HTML page',
      () => HttpResponse.html('<!doctype html><h1>Sign in</h1>'),
      'a page, not JSON',
    ],
    [
      'an HTML page with an error status',
      () => HttpResponse.html('<html>', { status: 502 }),
      '502',
    ],
    ['an empty body', () => HttpResponse.text(''), 'empty'],
    ['status 204', () => new HttpResponse(null, { status: 204 }), 'empty'],
    ['truncated JSON', () => HttpResponse.text('{"account": {"id"'), 'truncated'],
    ['two documents', () => HttpResponse.text('{}{}'), 'not valid JSON'],
    [
      'bytes that are not UTF-8',
      () => HttpResponse.arrayBuffer(new Uint8Array([0x22, 0xff, 0x22]).buffer),
      'not UTF-8',
    ],
    [
      'an error that is not an object',
      () => HttpResponse.json('nope', { status: 404 }),
      'not a JSON object',
    ],
    ['a redirect', () => HttpResponse.redirect('https://evil.example/', 302), 'redirect'],
  ])('%s: exit 8, one error on stderr', async (_, response, message) => {
    const { code, stdout, stderr } = await overviewOf(response);
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({
      error: 'bad_response',
      kind: 'response',
      message: expect.stringContaining(message),
    });
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe.concurrent('a response of a proxy that has lost the service', () => {
  const lost = 'A proxy in front of the service could not reach it, or lost it during the request';
  const unknown = 'The request may have been carried out: check before you send it again';

  it.each([
    [502, ''],
    [503, ''],
    [504, '<html><h1>504 Gateway Time-out</h1></html>'],
  ])(
    'with status %i and %j: says so, and that the outcome of a write is unknown',
    async (status, body) => {
      const env = envFor(await mockServer(http.all('*', () => new HttpResponse(body, { status }))));
      const read = await cli([...overview, '--retries', '0'], { env });
      expect({ code: read.code, failure: failureIn(read.stderr) }).toMatchObject({
        code: 8,
        failure: { error: 'bad_response', hint: lost, retryable: true },
      });
      const write = await cli(['monitors', 'create', '--prompt', 'x'], { env });
      expect({ code: write.code, failure: failureIn(write.stderr) }).toMatchObject({
        code: 8,
        failure: {
          error: 'bad_response',
          message: expect.stringMatching(`^outcome unknown: .*status ${status}`),
          hint: `${lost}. ${unknown}`,
          retryable: false,
        },
      });
    },
  );

  it('with another status has the hints for an unknown outcome and a wrong address', async () => {
    const env = envFor(
      await mockServer(http.all('*', () => new HttpResponse('', { status: 500 }))),
    );
    const read = failureIn((await cli([...overview, '--retries', '0'], { env })).stderr);
    expect(read['hint']).toContain('SERVICE_BASE_URL');
    const write = failureIn((await cli(['monitors', 'create', '--prompt', 'x'], { env })).stderr);
    expect(write['hint']).toBe(unknown);
  });
});

describe.concurrent('a response that does not match its schema', () => {
  it('is printed with a warning and exit code 0', async () => {
    const { code, stdout, stderr } = await overviewOf(() =>
      HttpResponse.json({ account: 7, more: 1 }),
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ account: 7, more: 1 });
    expect(stderr).toMatch(/^newswatch: warning: .*account/);
  });

  it('is an error with --strict', async () => {
    const { code, stdout, stderr } = await overviewOf(() => HttpResponse.json({}), '--strict');
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error: 'bad_response' });
  });

  it('keeps unknown fields, exact numbers and key order', async () => {
    const json =
      '{"zeta":12345678901234567890.10,"account":{"id":"a","name":"n","created_at":"2026-01-01T00:00:00Z"},"plan":{"status":"active","url":"u"},"counts":{"monitors":0,"channels":0,"news_items":9007199254740993}}';
    const { stdout, code } = await overviewOf(() =>
      HttpResponse.text(json, { headers: { 'content-type': 'application/json' } }),
    );
    expect(code).toBe(0);
    expect(stdout.replace(/\n\s*/g, '').replaceAll(': ', ':')).toBe(json);
  });
});

it.concurrent('a null response is printed with a warning', async () => {
  const env = envFor(await mockServer(http.all('*', () => HttpResponse.text('null'))));
  const search = ['news', 'search', 'otters', '--exit-status'];
  const connect = ['--platform', 'webhook', '--webhook-url', 'https://a.example/'];
  const secretFile = ['--secret-file', join(tmpdir(), `newswatch-null-${process.pid}`)];
  for (const args of [search, ['delivery', 'connect', ...connect, ...secretFile]]) {
    const { stdout, stderr } = await cli(args, { env });
    expect(stdout).toBe('null\n');
    expect(stderr).toMatch(/^newswatch: warning: /);
  }
});

describe.concurrent('a large response', () => {
  it('of 10 MB is printed completely', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => ({ row, text: 'x'.repeat(320) }));
    const { code, stdout } = await overviewOf(() => HttpResponse.json({ rows }));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ rows });
  });

  it('with 10,000 levels is printed completely', async () => {
    const json = `{"deep":${'['.repeat(9_999)}${']'.repeat(9_999)}}`;
    const { code, stdout } = await overviewOf(() => HttpResponse.text(json));
    expect(code).toBe(0);
    expect(stdout.replace(/\s/g, '')).toBe(json);
  });
});

describe.concurrent('a server that closes the connection', () => {
  it.each([
    ['without a response', '', true],
    [
      'in the middle of the body',
      'HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{"items": [',
      true,
    ],
    ['after text that is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', false],
  ])('%s: exit 7', async (_, response, retryable) => {
    const server = await rawServer((socket) =>
      socket.once('data', () => {
        socket.end(response);
      }),
    );
    const { code, stdout, stderr } = await cli(overview, { env: envFor(server) });
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error: 'network_error', retryable });
  });

  it('by a reset: exit 7, with an unknown outcome for a write', async () => {
    const server = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const env = envFor(server);
    expect(await cli(overview, { env })).toMatchObject({ code: 7 });
    const { code, stderr } = await cli(['monitors', 'create', '--prompt', 'x'], { env });
    expect(code).toBe(7);
    expect(failureIn(stderr)).toMatchObject({
      message: expect.stringContaining('outcome unknown'),
      retryable: false,
    });
  });

  it('too late: exit 7 after --timeout', async () => {
    const server = await rawServer(() => {});
    const { code, stderr } = await cli([...overview, '--timeout', '2'], { env: envFor(server) });
    expect(code).toBe(7);
    expect(failureIn(stderr)).toMatchObject({
      error: 'timeout',
      message: expect.stringContaining('2 s'),
    });
  });

  it('gets no second request after a redirect', async () => {
    const requests: string[] = [];
    const server = await mockServer(
      http.all('*', ({ request }) => {
        requests.push(`${request.method} ${new URL(request.url).pathname}`);
        return HttpResponse.redirect(new URL('/elsewhere', request.url).href, 307);
      }),
    );
    await cli(overview, { env: envFor(server) });
    expect(requests).toEqual(['GET /api/v1/account/overview']);
  });
});
