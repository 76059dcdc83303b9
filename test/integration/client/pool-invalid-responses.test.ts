import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { NetworkError } from 'newswatch';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PoolTransport } from '../../../src/client/connection/pool-transport.ts';
import { handleEvents } from '../../../src/node/handle-events.ts';
import { canMakeCertificates, makeCertificate } from '../../helpers/certificate.ts';
import { closing } from '../../helpers/closing.ts';
import { rawServer } from '../../helpers/mock-server.ts';
import { poolCaller } from '../../helpers/pool-caller.ts';
import { listeningAt } from '../../helpers/proxy.ts';
import { paidKey } from '../../helpers/server.ts';

const service = 'https://news.example.org';

/** Calls a service or a proxy; returns the error and the number of attempts. */
async function failedCall(options: { baseUrl: string; proxy?: string }) {
  let attempts = 0;
  const onAttempt = () => {
    attempts += 1;
  };
  const client = closing(poolCaller({ ...options, apiKey: paidKey, retries: 1, onAttempt }));
  const error = await client.usage().catch((caught: unknown) => caught as NetworkError);
  return { attempts, error };
}

/** A server that sends a text after the first bytes of a request. */
async function responding(response: string | Buffer) {
  const { baseUrl } = await rawServer((socket) => {
    socket.once('data', () => socket.end(response));
  });
  return { origin: baseUrl, host: new URL(baseUrl).host };
}

it.each([
  ['a redirect', 307, '{}'],
  ['bytes that are not UTF-8', 400, '"\xff"'],
  ['a body that is too large', 400, 'x'.repeat(1024 * 1024 + 1)],
])('%s is an error with its request id and Retry-After', async (_, status, body) => {
  const head = `HTTP/1.1 ${status} X\r\nx-request-id: req_1\r\nretry-after: 7\r\ncontent-length: ${body.length}`;
  const { origin } = await responding(Buffer.from(`${head}\r\n\r\n${body}`, 'latin1'));
  expect(await failedCall({ baseUrl: origin })).toMatchObject({
    error: { name: 'InvalidResponseError', status, requestId: 'req_1', retryAfter: 7 },
  });
});

describe('a response that is not HTTP', () => {
  it.each(['SSH-2.0-OpenSSH_9.2\r\n', '<html></html>', 'HTTP/9 200 OK\r\n\r\n', '\0\0\0'])(
    'is a permanent error (%j)',
    async (response) => {
      const { origin } = await responding(response);
      expect(await failedCall({ baseUrl: origin })).toMatchObject({
        attempts: 1,
        error: {
          name: 'NetworkError',
          code: 'HPE_INVALID',
          message: `no response from ${origin}: invalid HTTP response (HPE_INVALID)`,
          sent: true,
          proxy: undefined,
        },
      });
    },
  );

  it('includes headers that are too large', async () => {
    const { origin } = await responding(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n{}`);
    expect(await failedCall({ baseUrl: origin })).toMatchObject({
      attempts: 1,
      error: { code: 'UND_ERR_HEADERS_OVERFLOW' },
    });
  });
});

describe('a response that would take long to parse', () => {
  it.each([
    ['levels', `${'['.repeat(10_001)}${']'.repeat(10_001)}`, 'has more than 10000 levels'],
    ['values', `{"items":[${'{},'.repeat(300_000)}{}]}`, 'has more than 100000 values'],
  ])('is rejected for its number of %s', async (_name, body, message) => {
    const { origin } = await responding(
      `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    expect(await failedCall({ baseUrl: origin })).toMatchObject({
      error: { name: 'InvalidResponseError', message: expect.stringContaining(message) },
    });
  });

  it('is not returned if the call is aborted while it is parsed', async () => {
    const { origin } = await responding('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    const client = closing(poolCaller({ baseUrl: origin, apiKey: paidKey }));
    const controller = new AbortController();
    const parse = vi.spyOn(JSON, 'parse').mockImplementation(() => {
      setImmediate(() => controller.abort('stopped'));
      return {};
    });
    onTestFinished(() => parse.mockRestore());
    await expect(client.usage({}, { signal: controller.signal })).rejects.toBe('stopped');
  });
});

describe('a TLS failure', () => {
  it('with a peer that does not speak TLS is permanent, and nothing was sent', async () => {
    const { host } = await responding('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(await failedCall({ baseUrl: `https://${host}` })).toMatchObject({
      attempts: 1,
      error: {
        message: expect.stringMatching(
          `^no connection to https://${host}: TLS handshake failed \\((EPROTO|ERR_SSL_.*)\\)$`,
        ),
        sent: false,
      },
    });
  });

  it.runIf(canMakeCertificates)('with an untrusted certificate is permanent', async () => {
    const server = createServer(makeCertificate('IP:127.0.0.1', 1)).listen(0, '127.0.0.1');
    server.on('tlsClientError', () => {});
    await once(server, 'listening');
    closing({ close: async () => server.close() });
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await failedCall({ baseUrl: origin })).toMatchObject({
      attempts: 1,
      error: {
        message: `no connection to ${origin}: certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`,
        sent: false,
      },
    });
  });
});

describe('a proxy', () => {
  it.each<[string, string, string | Buffer, string, string, number]>([
    [
      'asks for a password',
      'http',
      'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n',
      'requires a valid user name and password (status 407)',
      'PROXY_AUTH',
      1,
    ],
    [
      'asks for a password with another status',
      'http',
      'HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n',
      'requires a valid user name and password (status 401)',
      'PROXY_AUTH',
      1,
    ],
    [
      'refuses',
      'http',
      'HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno',
      'refused the tunnel (status 403)',
      'PROXY_REFUSED',
      1,
    ],
    [
      'refuses after interim responses',
      'http',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\nHTTP/1.1 403 No\r\n\r\n',
      'refused the tunnel (status 403)',
      'PROXY_REFUSED',
      1,
    ],
    [
      'never ends its headers',
      'http',
      `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(5000)}`,
      'did not respond as an HTTP proxy',
      'PROXY_INVALID',
      1,
    ],
    [
      'cannot connect',
      'http',
      'HTTP/1.1 502 Bad Gateway\r\n\r\n',
      'could not open a tunnel (status 502)',
      'PROXY_FAILED',
      2,
    ],
    [
      'is not an HTTP server',
      'http',
      'SSH-2.0-OpenSSH\r\n',
      'did not respond as an HTTP proxy',
      'PROXY_INVALID',
      1,
    ],
    [
      'is an HTTP server',
      'socks5h',
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      'did not respond as a SOCKS5 proxy',
      'PROXY_INVALID',
      1,
    ],
    [
      'accepts no method',
      'socks5h',
      Buffer.of(5, 0xff),
      'requires a valid user name and password',
      'PROXY_AUTH',
      1,
    ],
  ])('that %s is named (%s)', async (_, scheme, response, problem, code, attempts) => {
    const { host } = await responding(response);
    const name = `${scheme}://${host}`;
    expect(
      await failedCall({ baseUrl: service, proxy: `${scheme}://me:pass@${host}` }),
    ).toMatchObject({
      attempts,
      error: {
        name: 'NetworkError',
        message: `no connection to ${service}: the proxy ${name} ${problem} (${code})`,
        code,
        sent: false,
        proxy: name,
      },
    });
  });

  it('that closes the connection is named', async () => {
    const { baseUrl } = await rawServer((socket: Socket) => socket.end());
    expect((await failedCall({ baseUrl: service, proxy: baseUrl })).error).toMatchObject({
      message: `no response from the proxy ${baseUrl}: connection closed by the other side (ECONNRESET)`,
      sent: false,
      proxy: baseUrl,
    });
  });

  it('that is no URL of a proxy is a setting error without its password', () => {
    const options = { baseUrl: service, apiKey: paidKey, proxy: 'ftp://me:secret@proxy.test' };
    expect(() => poolCaller(options)).toThrow(
      expect.objectContaining({
        name: 'SettingError',
        setting: 'proxy',
        message: 'the proxy has the unsupported scheme ftp://',
      }),
    );
  });
});

describe('a SOCKS5 proxy', () => {
  /** A proxy that records what it receives and accepts everything. */
  async function acceptingProxy(method: number) {
    const received: Buffer[] = [];
    const responses = [
      Buffer.of(5, method),
      ...(method === 2 ? [Buffer.of(1, 0)] : []),
      Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0),
      Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
    ];
    const { baseUrl } = await rawServer((socket) => {
      socket.on('data', (data) => {
        received.push(data);
        // Byte by byte, as a network may deliver it.
        for (const byte of responses.shift() ?? []) socket.write(Buffer.of(byte));
      });
    });
    return { host: new URL(baseUrl).host, received };
  }

  it('gets the user name, the password and the host name', async () => {
    const { host, received } = await acceptingProxy(2);
    const proxy = `socks5h://us%40er:p%C3%A4ss@${host}`;
    const client = closing(poolCaller({ baseUrl: 'http://localhost:8', apiKey: paidKey, proxy }));
    expect(await client.usage()).toEqual({});
    expect(received.slice(0, 3)).toEqual([
      Buffer.of(5, 2, 2, 0),
      Buffer.from('\x01\x05us@er\x05p\u00e4ss'),
      Buffer.concat([Buffer.of(5, 1, 0, 3, 9), Buffer.from('localhost'), Buffer.of(0, 8)]),
    ]);
    expect(received[3]?.toString()).toContain('GET /api/v1/');
  });

  it('gets an address if the scheme is socks5', async () => {
    const { host, received } = await acceptingProxy(0);
    const proxy = `socks5://${host}`;
    const client = closing(poolCaller({ baseUrl: 'http://localhost:8', apiKey: paidKey, proxy }));
    expect(await client.usage()).toEqual({});
    expect(received.slice(0, 2)).toEqual([
      Buffer.of(5, 1, 0),
      Buffer.of(5, 1, 0, 1, 127, 0, 0, 1, 0, 8),
    ]);
  });
});

describe('a response that is too large', () => {
  /** Sends a response forever, as fast as it is read, and counts its bytes. */
  async function endless(status: string) {
    let sent = 0;
    let onClosed = () => {};
    const closed = new Promise<void>((resolve) => {
      onClosed = resolve;
    });
    const chunk = Buffer.from(`100000\r\n${' '.repeat(0x100000)}\r\n`);
    const { baseUrl } = await rawServer((socket) => {
      const write = () => {
        while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      socket.once('data', () => {
        socket.write(`HTTP/1.1 ${status}\r\ntransfer-encoding: chunked\r\n\r\n`);
        write();
      });
      socket.on('drain', write).once('close', onClosed);
    });
    return { origin: baseUrl, sent: () => sent, closed };
  }

  it('ends an event stream, but only if a single event is too large', async () => {
    const events = `data: ${'x'.repeat(0x100000)}\n\n`.repeat(66);
    const { origin } = await responding(
      `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${events}`,
    );
    const request = { method: 'GET', path: '/mcp' } as const;
    const transport = new PoolTransport(origin, paidKey);
    const complete = await transport.fetch(request, {});
    expect(await complete.text()).toHaveLength(events.length);
    const { origin: hostile, closed } = await endless('200 OK\r\ncontent-type: text/event-stream');
    const response = await new PoolTransport(hostile, paidKey).fetch(request, {});
    await expect(response.text()).rejects.toThrow('is larger than 16 MiB');
    await closed;
  });

  it('finds the end of an event that is split between chunks', async () => {
    const server = createHttpServer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let index = 0; index < 300; index += 1) {
        response.write(`data: ${'x'.repeat(60_000)}\n`);
        await handleEvents();
        if (!response.write('\n')) await once(response, 'drain');
        await handleEvents();
      }
      response.end();
    });
    const transport = new PoolTransport(`http://${await listeningAt(server)}`, paidKey);
    const response = await transport.fetch({ method: 'GET', path: '/mcp' }, {});
    expect(await response.text()).toHaveLength(300 * 60_008);
  });

  it.each([
    ['200 OK', 16],
    ['404 Not Found', 1],
    ['503 Service Unavailable', 1],
  ])('(%s) is an error after %d MiB, and the connection is closed', async (status, limit) => {
    const { origin, sent, closed } = await endless(status);
    const client = closing(poolCaller({ baseUrl: origin, apiKey: paidKey, retries: 0 }));
    await expect(client.usage()).rejects.toMatchObject({
      name: 'InvalidResponseError',
      status: Number.parseInt(status, 10),
      message: `the response (status ${Number.parseInt(status, 10)}) is larger than ${limit} MiB`,
    });
    await closed;
    // What the buffers of the sockets hold is sent, too.
    expect(sent()).toBeLessThan((limit + 16) * 1024 * 1024);
  });
});

it('a response of more than 100,000 values is rejected before it is parsed', async () => {
  const body = `[${'{},'.repeat(50_000)}{}]`;
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;
  const { origin } = await responding(head + body);
  expect(await failedCall({ baseUrl: origin })).toMatchObject({
    attempts: 1,
    error: {
      name: 'InvalidResponseError',
      message: 'the response (status 200) has more than 100000 values',
    },
  });
});

it.each([
  ['body', 'application/json', ''],
  ['event', 'text/event-stream', ': "\ndata: '],
])('an MCP %s of more than 100,000 values is rejected', async (_, type, prefix) => {
  const body = `${prefix}[${'{},'.repeat(50_000)}{}]\n\n`;
  const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`;
  const { origin } = await responding(head + body);
  const transport = new PoolTransport(origin, paidKey);
  const read = async () => (await transport.fetch({ method: 'GET', path: '/mcp' }, {})).text();
  await expect(read()).rejects.toThrow('the response (status 200) has more than 100000 values');
});
