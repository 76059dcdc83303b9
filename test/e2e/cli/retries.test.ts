import type { Fault } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { rawServer } from '../../helpers/mock-server.ts';
import { envFor, paidKey, testServer } from '../../helpers/server.ts';

const create = ['monitors', 'create', '--prompt', 'otters'];
const attempts = (stderr: string) => stderr.match(/^newswatch: (GET|POST) .*$/gm) ?? [];

describe.concurrent('a read', () => {
  it.each<[Fault['operation'], string[]]>([
    ['alerts.list', ['alerts', 'list']],
    ['news.search', ['news', 'search', 'otters']],
  ])('of %s is retried after 429, 500 and 503', async (operation, args) => {
    const faults = [429, 503].map((status) => ({ operation, status, times: 1 }));
    const { code, stderr } = await cli([...args, '-v'], {
      env: envFor(await testServer({ faults })),
    });
    expect(code).toBe(0);
    expect(attempts(stderr).map((line) => /: (\d+), /.exec(line)?.[1])).toEqual([
      '429',
      '503',
      '200',
    ]);
  });

  it('is retried after a connection reset and reports the last failure', async () => {
    let connections = 0;
    const server = await rawServer((socket) => {
      connections += 1;
      socket.once('data', () => socket.resetAndDestroy());
    });
    const { code, stderr } = await cli(['usage', '--retries', '1'], { env: envFor(server) });
    expect(code).toBe(7);
    expect(failureIn(stderr)).toMatchObject({ error: 'network_error', retryable: true });
    expect(connections).toBe(2);
  });

  it('prints the last response and uses its exit code after all retries', async () => {
    const env = envFor(await testServer({ faults: [{ operation: 'usage', status: 429 }] }));
    const { code, stdout, stderr } = await cli(['usage', '-v', '--retries', '1'], { env });
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toMatchObject({ error: 'rate_limited' });
    expect(attempts(stderr)).toHaveLength(2);
  });

  it('does not wait beyond --timeout', async () => {
    const env = envFor(await testServer({ faults: [{ operation: 'usage', status: 503 }] }));
    const { code, stderr } = await cli(['usage', '-v', '--timeout', '4'], { env });
    expect(code).toBe(8);
    expect(attempts(stderr)).toHaveLength(1);
  });

  it.each([0, 1])('is retried %i times with --retries', async (retries) => {
    const env = envFor(await testServer({ faults: [{ operation: 'usage', status: 500 }] }));
    const { stderr } = await cli(['usage', '-v', '--retries', String(retries)], { env });
    expect(attempts(stderr)).toHaveLength(retries + 1);
  });
});

describe.concurrent('a write', () => {
  it('is retried after 429, which means that it was not carried out', async () => {
    const faults: Fault[] = [{ operation: 'monitors.create', status: 429, times: 1 }];
    const env = envFor(await testServer({ faults }));
    expect((await cli(create, { env })).code).toBe(0);
    const { stdout } = await cli(['monitors', 'list'], { env });
    expect(JSON.parse(stdout).monitors).toHaveLength(1);
  });

  it('is retried after a refused connection, because nothing was sent', async () => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const { code, stderr } = await cli([...create, '-v', '--retries', '1'], { env });
    expect(code).toBe(7);
    expect(attempts(stderr)).toHaveLength(2);
    expect(failureIn(stderr)['message']).not.toContain('outcome unknown');
  });

  it.each([500, 503])('is not retried after %i', async (status) => {
    const env = envFor(await testServer({ faults: [{ operation: 'monitors.create', status }] }));
    const { code, stderr } = await cli([...create, '-v'], { env });
    expect(code).toBe(8);
    expect(attempts(stderr)).toHaveLength(1);
  });

  it('is sent only once if the response was truncated, with an unknown outcome', async () => {
    let requests = 0;
    const server = await rawServer((socket) =>
      socket.once('data', () => {
        requests += 1;
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":');
      }),
    );
    const { code, stderr } = await cli(create, { env: envFor(server) });
    expect(code).toBe(7);
    expect(requests).toBe(1);
    expect(failureIn(stderr)).toMatchObject({
      message: expect.stringContaining('outcome unknown'),
      retryable: false,
    });
  });
});

it.concurrent('-v logs each attempt on stderr without the key', async () => {
  const server = await rawServer((socket) =>
    socket.once('data', (request: Buffer) => {
      const sent = /authorization: Bearer (.*)\r\n/i.exec(request.toString())?.[1] ?? '';
      const body = JSON.stringify({ error: 'unauthorized', message: `no such key: ${sent}` });
      socket.end(`HTTP/1.1 401 Unauthorized\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    }),
  );
  const { code, stdout, stderr } = await cli(['usage', '-v'], { env: envFor(server) });
  expect(code).toBe(4);
  expect(attempts(stderr)).toEqual([
    expect.stringMatching(/^newswatch: GET \/api\/v1\/usage: 401, \d+ ms$/),
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ message: 'no such key: ***' });
  expect(stdout + stderr).not.toContain(paidKey);
});

it.concurrent.each(['-1', '1.5', 'many', '100', ''])(
  '--retries %j is rejected',
  async (retries) => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const { code, stderr } = await cli(['usage', '--retries', retries], { env });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain('--retries must be a whole number from 0 to 99');
  },
);
