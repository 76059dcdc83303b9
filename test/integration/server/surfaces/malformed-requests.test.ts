import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { Log } from '../../../../src/node/log.ts';
import { rawConnection, rawRequest } from '../../../helpers/raw-request.ts';
import { paidKey, sharedServer } from '../../../helpers/server.ts';

const log = vi.fn<Log>();
const server = sharedServer({ log });
const host = () => new URL(server().baseUrl).host;

/** The head of a GET request with one Host header, whose connection ends after the response. */
const head = (path: string, ...headers: string[]) =>
  ['', `Host: ${host()}`, 'Connection: close', ...headers]
    .join('\r\n')
    .replace('', `GET ${path} HTTP/1.1`)
    .concat('\r\n\r\n');

describe('a request that no surface handles', () => {
  it.each([
    ['two Host headers', () => head('/healthz', 'Host: other.example'), 400, 'more than one Host'],
    [
      'two equal Host headers',
      () => head('/healthz', `host: ${host()}`),
      400,
      'more than one Host',
    ],
    ['no Host header', () => 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'no Host'],
    ['no Host header in HTTP/1.0', () => 'GET /healthz HTTP/1.0\r\n\r\n', 400, 'no Host'],
    ['an empty Host', () => 'GET /healthz HTTP/1.1\r\nHost:\r\n\r\n', 400, 'Host header is not'],
    [
      'spaces in Host',
      () => 'GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n',
      400,
      'Host header is not',
    ],
    ['a user in Host', () => 'GET / HTTP/1.1\r\nHost: a@b\r\n\r\n', 400, 'Host header is not'],
    [
      'a Host that is no address',
      () => 'GET /sign-in HTTP/1.1\r\nHost: 999.1.1.1\r\n\r\n',
      400,
      'Host header is not',
    ],
    [
      'a Host that is no name',
      () => 'GET /sign-in HTTP/1.1\r\nHost: xn--a\r\n\r\n',
      400,
      'Host header is not',
    ],
    [
      'an unusual IPv6 address in Host',
      () => 'GET /healthz HTTP/1.1\r\nHost: [0:0::1]:80\r\n\r\n',
      400,
      'Host header is not valid',
    ],
    [
      'a port that is none in Host',
      () => 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:99999\r\n\r\n',
      400,
      'Host header is not',
    ],
    [
      'CONNECT',
      () => `CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n${'x'.repeat(20_000)}`,
      400,
      'CONNECT',
    ],
    ['no known method', () => 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'not valid HTTP/1.1'],
    ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'not valid HTTP/1.1'],
    ['a backslash in its path', () => head('/\\healthz'), 400, 'URL or the Host header'],
    ['another host in its URL', () => head('http://other.example/healthz'), 400, 'same host'],
    ['no path', () => head('*'), 400, 'must be a path'],
    ['a long URL', () => head(`/healthz?${'a'.repeat(8200)}`), 400, 'longer than 8192 bytes'],
    [
      'many headers',
      () => head('/healthz', ...Array(101).fill('a: 1')),
      400,
      'more than 100 headers',
    ],
    ['large headers', () => head('/healthz', `a: ${'1'.repeat(17_000)}`), 431, '16384 bytes'],
    ['raw UTF-8 in its URL', () => Buffer.from(head('/api/v1/néws')), 400, 'percent-encoded'],
    [
      'raw Latin-1 in its URL',
      () => Buffer.from(head('/n\u00e9ws'), 'latin1'),
      400,
      'percent-encoded',
    ],
    ['no HTTP', () => '\u0016\u0003\u0001 TLS', 400, 'not valid HTTP/1.1'],
    [
      'two lengths',
      () => head('/healthz', 'Content-Length: 3', 'Transfer-Encoding: chunked'),
      400,
      'not valid HTTP/1.1',
    ],
    ['an unknown expectation', () => head('/healthz', 'Expect: more'), 400, '100-continue'],
  ])(
    'with %s gets JSON with the headers of every response',
    async (_, request, status, message) => {
      const response = await rawRequest(server(), request());
      expect(response).toMatchObject({
        status,
        headers: {
          'content-type': 'application/json',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      });
      expect(JSON.parse(response.body)).toEqual({
        error: 'invalid_request',
        message: expect.stringContaining(message),
      });
      const line = { request_id: response.headers['x-request-id'], status };
      expect(log).toHaveBeenCalledWith('info', 'request', expect.objectContaining(line));
    },
  );

  it('may name this host in its URL, as from a proxy', async () => {
    const paths = ['/healthz', '/oauth/authorize?client_id=x'];
    const statuses = await Promise.all(
      paths.map(
        async (path) => (await rawRequest(server(), head(`http://${host()}${path}`))).status,
      ),
    );
    expect(statuses).toEqual([200, 303]);
  });
});

describe('an error message', () => {
  const auth = { authorization: `Bearer ${paidKey}`, 'content-type': 'application/json' };
  const name = 'x'.repeat(100_000);

  it.each([
    ['field', '/api/v1/news/search', { query: 'x', [name]: 1 }],
    ['tool', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }],
  ])('repeats only the start of a long name of a %s', async (_, path, body) => {
    const init = { method: 'POST', headers: auth, body: JSON.stringify(body) };
    const text = await (await fetch(server().baseUrl + path, init)).text();
    expect(text).toContain('xxx…');
    expect(text.length).toBeLessThan(1000);
  });

  it('repeats only the start of a long path', async () => {
    const text = await (await fetch(`${server().baseUrl}/${'x'.repeat(8000)}`)).text();
    expect(text).toContain('xxx…');
    expect(text.length).toBeLessThan(1000);
  });
});

describe('a body of the HTTP API', () => {
  const search = async (body: string) => {
    const headers = { authorization: `Bearer ${paidKey}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body };
    const response = await fetch(`${server().baseUrl}/api/v1/news/search`, init);
    return { status: response.status, body: (await response.json()) as { message: string } };
  };

  it.each([
    ['33 levels', `{"query":${'['.repeat(32)}${']'.repeat(32)}}`, 'more than 32 levels'],
    ['200,000 levels', `${'{"a":'.repeat(200_000)}`, 'more than 32 levels'],
    ['10,001 values', `{"query":[${'1,'.repeat(10_000)}1]}`, 'more than 10000 values'],
  ])('of %s is rejected before it is parsed', async (_, text, message) => {
    expect(await search(text)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', message: expect.stringContaining(message) },
    });
  });

  it('of 32 levels is parsed', async () => {
    const { body } = await search(`{"query":${'['.repeat(31)}${']'.repeat(31)}}`);
    expect(body.message).toContain('query must be');
  });

  it('has a query of at most 50 parameters', async () => {
    const parameters = Array.from({ length: 51 }, (_, n) => `p${n}=1`).join('&');
    const headers = { authorization: `Bearer ${paidKey}` };
    const response = await fetch(`${server().baseUrl}/api/v1/news/latest?${parameters}`, {
      headers,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('50 parameters'),
    });
  });
});

describe('pipelined requests', () => {
  it('beyond ten are rejected, and the connection is closed', async () => {
    const socket = await rawConnection(server());
    const request = `GET /api/v1/usage HTTP/1.1\r\nHost: ${host()}\r\nAuthorization: Bearer ${paidKey}\r\n\r\n`;
    socket.write(request.repeat(30));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    await once(socket, 'close');
    const statuses = [...String(Buffer.concat(chunks)).matchAll(/HTTP\/1.1 (\d+)/g)];
    expect(statuses.map(([, status]) => status)).toEqual([...Array(10).fill('200'), '429']);
  });
});

describe('connections that wait for the client', () => {
  it('are limited for each address: beyond the limit, the oldest is closed', async () => {
    const oldest = await rawConnection(server());
    oldest.write(`POST /mcp HTTP/1.1\r\nHost: ${host()}\r\nContent-Length: 1000000\r\n\r\n{`);
    const closed = once(oldest.resume(), 'close');
    const others = await Promise.all(Array.from({ length: 260 }, () => rawConnection(server())));
    await closed;
    expect((await fetch(`${server().baseUrl}/healthz`)).status).toBe(200);
    for (const socket of others) socket.destroy();
  });
});
