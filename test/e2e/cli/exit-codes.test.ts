import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { type CliResult, cli, failureIn } from '../../helpers/cli.ts';
import { mockServer } from '../../helpers/mock-server.ts';
import { envFor, testServer, unpaidKey } from '../../helpers/server.ts';

/** Expects one JSON document on stdout, and one line on stderr that names its error. */
function expectErrorResponse({ stdout, stderr }: CliResult, body: object): void {
  expect(JSON.parse(stdout)).toEqual(body);
  const { error, message } = JSON.parse(stdout);
  expect(stderr).toMatch(/^newswatch: [^\n]+\n$/);
  expect(stderr).toContain(`newswatch: ${error}: ${message.replace(/\.$/, '')}`);
}

/** Expects an empty stdout and one JSON document on stderr. */
function expectFailure({ stdout, stderr, code }: CliResult, failure: object): void {
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(failureIn(stderr)).toMatchObject({ exit_code: code, ...failure });
}

describe('exit codes', () => {
  it('3: plan_required, printed as the service sent it', async () => {
    const server = await testServer();
    const result = await cli(['news', 'search', 'cocoa'], { env: envFor(server, unpaidKey) });
    expect(result.code).toBe(3);
    expectErrorResponse(result, {
      error: 'plan_required',
      message: expect.any(String),
      url: `${server.baseUrl}/pricing`,
    });
  });

  it('0: account overview and usage without a paid plan', async () => {
    const server = await testServer();
    for (const args of [['account', 'overview'], ['usage']]) {
      expect(await cli(args, { env: envFor(server, unpaidKey) })).toMatchObject({ code: 0 });
    }
  });

  it('4: no API key', async () => {
    const env = { SERVICE_BASE_URL: 'http://127.0.0.1:9' };
    const result = await cli(['account', 'overview'], { env });
    expect(result.code).toBe(4);
    expectFailure(result, { error: 'no_api_key', kind: 'auth', retryable: false });
    expect(await cli(['account', 'overview'], { env: { ...env, SERVICE_API_KEY: '' } })).toEqual(
      result,
    );
  });

  it('4: an unknown API key', async () => {
    const server = await testServer();
    const result = await cli(['account', 'overview'], { env: envFor(server, 'nw_wrong') });
    expect(result.code).toBe(4);
    expectErrorResponse(result, { error: 'unauthorized', message: expect.any(String) });
  });

  it('5: not found', async () => {
    const server = await testServer();
    const result = await cli(['news', 'get', 'nothing'], { env: envFor(server) });
    expect(result.code).toBe(5);
    expectErrorResponse(result, {
      error: 'not_found',
      message: expect.stringContaining('nothing'),
    });
  });

  it('2: no base URL, with a hint that names --base-url and --local', async () => {
    const result = await cli(['account', 'overview'], { env: { SERVICE_API_KEY: 'k' } });
    expect(result.code).toBe(2);
    expectFailure(result, {
      error: 'no_base_url',
      hint: expect.stringMatching(/SERVICE_BASE_URL.*--local/),
    });
  });

  it('7: connection refused', async () => {
    const server = await testServer();
    await server.close();
    const result = await cli(['account', 'overview'], { env: envFor(server) });
    expect(result.code).toBe(7);
    expectFailure(result, {
      error: 'network_error',
      retryable: true,
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it.each([
    [1, 409, 'conflict'],
    [1, 400, 'invalid_request'],
    [4, 403, 'forbidden'],
    [6, 429, 'rate_limited'],
    [8, 500, 'internal'],
    [8, 503, 'unavailable'],
  ])('%i: the service responds with %i', async (code, status, error) => {
    const body = { error, message: 'as it was sent', detail: { kept: [1, 2] } };
    const server = await mockServer(http.get('*', () => HttpResponse.json(body, { status })));
    const result = await cli(['account', 'overview'], { env: envFor(server) });
    expect(result.code).toBe(code);
    expectErrorResponse(result, body);
  });

  it('10: SERVICE_READ_ONLY blocks a write before any request, but not a read', async () => {
    const server = await testServer();
    const env = { ...envFor(server), SERVICE_READ_ONLY: '1' };
    const result = await cli(['monitors', 'create', '--prompt', 'x'], { env });
    expect(result.code).toBe(10);
    expectFailure(result, { error: 'read_only' });
    expect((await cli(['news', 'search', 'x'], { env })).code).toBe(0);
  });

  it('2: a group without a command, with help on stderr', async () => {
    const { code, stdout, stderr } = await cli(['news']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('USAGE\n  newswatch news');
    expect(failureIn(stderr)).toMatchObject({ error: 'missing_command', exit_code: 2 });
  });

  it('0: --version prints only the version on stdout', async () => {
    for (const flag of ['--version', '-V']) {
      expect(await cli([flag])).toEqual({ code: 0, stdout: '1.1.1\n', stderr: '' });
    }
    expect(await cli(['news', '--version'])).toMatchObject({ code: 0, stdout: '1.1.1\n' });
  });
});
