import { createServer, type ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Bridge } from 'newswatch/mcp';
import { describe, expect, it } from 'vitest';
import { listening } from '../../helpers/listening.ts';

type Message = Readonly<Record<string, unknown>>;

const request = (id: unknown, method = 'tools/list') => ({ jsonrpc: '2.0', id, method });

/**
 * Sends lines through the bridge to a server.
 *
 * @param respond writes the response to a message
 */
async function bridged(
  lines: readonly (Message | string)[],
  respond: (message: Message, response: ServerResponse) => void = () => expect.unreachable(),
) {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    respond(body === '' ? {} : (JSON.parse(body) as Message), response);
  });
  const url = new URL('/mcp', await listening(server));
  const written: Message[] = [];
  const failures: string[] = [];
  const stdin = new PassThrough();
  for (const line of lines)
    stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  stdin.end();
  const bridge = new Bridge({
    url,
    fetch,
    stdin,
    write: (json) => void written.push(JSON.parse(json) as Message),
    toError: async ({ status }) => new Error(`the service responded with ${status}`),
    onFailure: (error) => {
      failures.push(error instanceof Error ? error.message : String(error));
      return failures.at(-1) ?? '';
    },
    toToolResult: () => undefined,
  });
  await bridge.run();
  await bridge.close();
  return { written, failures };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

describe('the bridge', () => {
  it.each([
    [404, { code: -32601, message: 'no such method' }],
    [400, { code: -32022, message: 'no such version', data: { supported: ['2026-07-28'] } }],
    [401, { code: -32001, message: 'a key is missing' }],
    [500, { code: -32603, message: 'internal error', data: null }],
  ])('passes on a JSON-RPC error with status %i', async (status, error) => {
    const { written, failures } = await bridged([request('a')], ({ id }, response) =>
      sendJson(response, status, { jsonrpc: '2.0', id, error }),
    );
    expect(written).toEqual([{ jsonrpc: '2.0', id: 'a', error }]);
    expect(failures).toEqual([]);
  });

  it.each([[{ id: null }], [{}]])(
    'gives an error with %j the id of its request',
    async (withoutId) => {
      const error = { code: -32700, message: 'parse error' };
      const { written } = await bridged([request(7)], (_message, response) =>
        sendJson(response, 400, { jsonrpc: '2.0', ...withoutId, error }),
      );
      expect(written).toEqual([{ jsonrpc: '2.0', id: 7, error }]);
    },
  );

  it.each([
    ['of another kind', { error: 'unauthorized', message: 'no key' }],
    ['for another request', { jsonrpc: '2.0', id: 8, error: { code: 1, message: 'other' } }],
    ['without a code', { jsonrpc: '2.0', id: 7, error: { message: 'no code' } }],
  ])('replaces an HTTP error with a body %s', async (_what, body) => {
    const { written } = await bridged([request(7)], (_message, response) =>
      sendJson(response, 403, body),
    );
    const message = 'the service responded with 403';
    expect(written).toEqual([{ jsonrpc: '2.0', id: 7, error: { code: -32000, message } }]);
  });

  it('gives each of several failed requests its own error', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => n);
    const { written } = await bridged(
      ids.map((id) => request(id)),
      ({ id }, response) => sendJson(response, 430 + Number(id), { error: 'unknown' }),
    );
    const messages = new Map(written.map(({ id, error }) => [id, error]));
    for (const id of ids) {
      const message = `the service responded with ${430 + id}`;
      expect(messages.get(id)).toEqual({ code: -32000, message });
    }
  });

  it('reports an error response to a notification', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled' };
    const { written, failures } = await bridged([notification], (_message, response) =>
      sendJson(response, 400, { jsonrpc: '2.0', id: null, error: { code: 1, message: 'no' } }),
    );
    expect(written).toEqual([]);
    expect(failures).toEqual(['the service responded with 400']);
  });

  it.each([
    ['no JSON', { error: { code: -32700, message: 'the line is not JSON' } }],
    ['{"id":3}', { id: 3, error: { code: -32600, message: expect.stringContaining('JSON-RPC') } }],
    ['[]', { error: { code: -32600, message: expect.stringContaining('JSON-RPC') } }],
    [
      `{"jsonrpc":"2.0","id":1,"method":"a","params":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
      { error: { code: -32600, message: 'the line has more than 256 levels' } },
    ],
  ])('responds to a line that is no message, and goes on (%#)', async (line, expected) => {
    const { written } = await bridged([line, '', request('next')], ({ id }, response) =>
      sendJson(response, 200, { jsonrpc: '2.0', id, result: {} }),
    );
    expect(written).toEqual([
      { jsonrpc: '2.0', ...expected },
      { jsonrpc: '2.0', id: 'next', result: {} },
    ]);
  });

  it('responds to a request whose response is nested too deeply to be passed on', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { written } = await bridged([request(1)], (_message, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(`data: {"jsonrpc":"2.0","id":1,"result":{"a":${deep}}}\n\n`);
    });
    const message = 'a message of the service is nested too deeply';
    expect(written).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32000, message } }]);
  });

  it.each([
    ['status 202 and no body', 202, undefined, 'status 202'],
    ['status 200 and no JSON-RPC', 200, { items: [] }, 'is not a JSON-RPC message'],
    ['another id', 200, { jsonrpc: '2.0', id: 8, result: {} }, 'for another request'],
  ])('responds to a request whose response has %s', async (_what, status, body, reason) => {
    const { written } = await bridged([request(7)], (_message, response) => {
      if (body) sendJson(response, status, body);
      else response.writeHead(status).end();
    });
    const message = expect.stringContaining(reason);
    expect(written).toEqual([{ jsonrpc: '2.0', id: 7, error: { code: -32000, message } }]);
  });

  it.each([200, 202])('passes on an error without id with status %i', async (status) => {
    const error = { code: -32700, message: 'parse error' };
    const { written } = await bridged([request(7)], (_message, response) =>
      sendJson(response, status, { jsonrpc: '2.0', id: null, error }),
    );
    expect(written).toEqual([{ jsonrpc: '2.0', id: 7, error }]);
  });

  it('gives the reason when an event stream fails', async () => {
    const { written } = await bridged([request(1)], (_message, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(':\n\n', () => response.destroy());
    });
    const message = expect.stringContaining('terminated');
    expect(written).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32000, message } }]);
  });

  it('does not respond to a canceled request', async () => {
    const params = { requestId: 1 };
    const cancellation = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
    const responses = new Map<unknown, ServerResponse>();
    const { written } = await bridged([request(1), cancellation], ({ method }, response) => {
      responses.set(method, response);
      const canceled = responses.get('tools/list');
      if (responses.size < 2 || !canceled) return;
      sendJson(canceled, 200, { jsonrpc: '2.0', id: 1, result: {} });
      responses.get(cancellation.method)?.writeHead(202).end();
    });
    expect(written).toEqual([]);
  });
});
