import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { listening } from '../../helpers/listening.ts';
import { envFor, paidKey, testServer, unpaidKey } from '../../helpers/server.ts';

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: string;
}

/** A service that records requests and sends these responses in turn; the last one repeats. */
async function service(...responses: [status: number, body: string, headers?: object][]) {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const { method, url, headers } = request;
    requests.push({ method, url, authorization: headers.authorization, body: await text(request) });
    const [status, body, more] = responses[Math.min(requests.length, responses.length) - 1] ?? [
      200,
      '{}',
    ];
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body);
  });
  const baseUrl = await listening(server);
  return { requests, env: envFor({ baseUrl }) };
}

describe('newswatch api', () => {
  it('sends requests with the API key', async () => {
    const { env, requests } = await service([200, '{"big":12345678901234567890,"b":1,"a":2}']);
    const { code, stdout, stderr } = await cli(['api', 'get', '/some/path?q=a%20b'], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('{\n  "big": 12345678901234567890,\n  "b": 1,\n  "a": 2\n}\n');
    expect(requests).toEqual([
      { method: 'GET', url: '/some/path?q=a%20b', authorization: `Bearer ${paidKey}`, body: '' },
    ]);
  });

  it('has the exit codes of the other commands', async () => {
    const server = await testServer();
    const codes = async (key: string, ...args: string[]) =>
      (await cli(['api', ...args, '--retries', '0'], { env: envFor(server, key) })).code;
    expect(await codes(paidKey, 'GET', '/api/v1/account/overview')).toBe(0);
    expect(await codes(unpaidKey, 'GET', '/api/v1/news/latest')).toBe(3);
    expect(await codes('nw_nobody_0123456789', 'GET', '/api/v1/usage')).toBe(4);
    expect(await codes(paidKey, 'GET', '/api/v1/news/none-such')).toBe(5);
    expect(await codes(paidKey, 'PUT', '/api/v1/usage')).toBe(1);
  });

  it.each([
    ['a file', false],
    ['standard input', true],
  ])('sends the JSON of %s unchanged', async (_what, isStdin) => {
    const { env, requests } = await service([200, '{}']);
    const file = join(await mkdtemp(join(tmpdir(), 'newswatch-api-')), 'input.json');
    writeFileSync(file, '{"n": 1.0, "b":2}');
    const args = ['api', 'PATCH', '/x', '--input', isStdin ? '-' : file];
    const input = isStdin ? '{"n": 1.0, "b":2}' : '';
    expect((await cli(args, { env, input })).code).toBe(0);
    expect(requests).toMatchObject([{ method: 'PATCH', body: '{"n": 1.0, "b":2}' }]);
  });

  it('retries only GET after 503', async () => {
    const flaky = [
      [503, '{"error":"unavailable","message":"x"}'],
      [200, '{}'],
    ] as const satisfies [number, string][];
    const read = await service(...flaky);
    expect((await cli(['api', 'GET', '/x'], { env: read.env })).code).toBe(0);
    expect(read.requests).toHaveLength(2);
    const write = await service(...flaky);
    expect((await cli(['api', 'POST', '/x'], { env: write.env })).code).toBe(8);
    expect(write.requests).toHaveLength(1);
  });

  it('reports an unknown outcome if a write times out', async () => {
    const baseUrl = await listening(createServer(() => {}));
    const env = envFor({ baseUrl });
    const write = await cli(['api', 'DELETE', '/x', '--timeout', '2'], { env });
    expect(write.code).toBe(7);
    expect(failureIn(write.stderr)).toMatchObject({
      error: 'timeout',
      retryable: false,
      message: expect.stringContaining('outcome unknown'),
    });
    const read = await cli(['api', 'GET', '/x', '--timeout', '2'], { env });
    expect(failureIn(read.stderr)).toMatchObject({ error: 'timeout', retryable: true });
  });

  it('prints nothing for a 204 response', async () => {
    const { env } = await service([204, '']);
    expect(await cli(['api', 'DELETE', '/x'], { env })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('rejects every write with exit code 10 if SERVICE_READ_ONLY is set', async () => {
    const { env, requests } = await service([200, '{}']);
    const readOnly = { ...env, SERVICE_READ_ONLY: '1' };
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { code, stderr } = await cli(['api', method, '/x'], { env: readOnly });
      expect({ code, error: failureIn(stderr)['error'] }).toEqual({ code: 10, error: 'read_only' });
    }
    expect(requests).toEqual([]);
    expect((await cli(['api', 'GET', '/x'], { env: readOnly })).code).toBe(0);
  });

  it('--dry-run prints the request with a redacted key and sends nothing', async () => {
    const { env, requests } = await service([200, '{}']);
    const args = ['api', 'POST', '/x?y=1', '--input', '-', '--dry-run'];
    const { code, stdout } = await cli(args, { env, input: '{"a":1}' });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dry_run: true,
      request: { method: 'POST', url: `${env.SERVICE_BASE_URL}/x?y=1`, body: { a: 1 } },
    });
    expect(stdout).not.toContain(paidKey);
    expect(requests).toEqual([]);
  });

  it('follows no redirect', async () => {
    const other = await service([200, '{}']);
    const target = `${other.env.SERVICE_BASE_URL}/x`;
    const { env } = await service([302, '', { location: target }]);
    const { code, stderr } = await cli(['api', 'GET', '/x'], { env });
    expect({ code, error: failureIn(stderr)['error'] }).toEqual({ code: 8, error: 'bad_response' });
    expect(other.requests).toEqual([]);
  });

  it.each([
    'https://evil.example/api',
    'http:/evil.example',
    '//evil.example/api',
    '/\\evil.example/api',
    '\\\\evil.example',
    '/\t/evil.example/api',
    '@evil.example/api',
    'api/v1/usage',
    '',
    '/api#fragment',
  ])('rejects the path %j without sending anything', async (path) => {
    const { env, requests } = await service([200, '{}']);
    const { code, stderr } = await cli(['api', 'GET', path], { env });
    expect({ code, error: failureIn(stderr)['error'] }).toEqual({
      code: 2,
      error: 'invalid_value',
    });
    expect(requests).toEqual([]);
  });

  it('rejects a body with too many levels before it sends anything', async () => {
    const { env, requests } = await service([200, '{}']);
    const input = `${'['.repeat(10_001)}${']'.repeat(10_001)}`;
    const { code, stderr } = await cli(['api', 'POST', '/x', '--input', '-'], { env, input });
    const { message } = failureIn(stderr);
    expect({ code, message }).toEqual({
      code: 2,
      message: '--input - has more than 10000 levels',
    });
    expect(requests).toEqual([]);
  });

  it.each([
    [['api', 'FETCH', '/x'], '<method> must be one of: GET'],
    [['api', 'PSOT', '/x'], 'did you mean POST?'],
    [['api', 'GET', '/x', '--input', '-'], '--input cannot be used with GET'],
    [['api', 'POST', '/x', '--input', '-'], '--input - is not one valid JSON value'],
    [
      ['api', 'POST', '/x', '--input', '/none'],
      '--input /none cannot be read: no such file or directory (ENOENT)',
    ],
    [['api', 'POST', '/x', '--input', '-', '--api-key-file', '-'], 'only one value can be -'],
  ])('rejects %j', async (args, message) => {
    const { env, requests } = await service([200, '{}']);
    const { code, stderr } = await cli(args, { env, input: '{"a":' });
    expect({ code, message: failureIn(stderr)['message'] }).toEqual({
      code: 2,
      message: expect.stringContaining(message),
    });
    expect(requests).toEqual([]);
  });
});
