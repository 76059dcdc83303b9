import { createServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Bridge, type BridgeOptions } from 'newswatch/mcp';
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
  toolFilter?: BridgeOptions['toolFilter'],
  stdin: Readable = Readable.from(lines.map(lineOf)),
) {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push(body);
    respond(body === '' ? {} : (JSON.parse(body) as Message), response);
  });
  const url = new URL('/mcp', await listening(server));
  const output: string[] = [];
  const failures: string[] = [];
  const bridge = new Bridge({
    url,
    fetch,
    stdin,
    write: (json) => void output.push(json),
    toolFilter,
    toError: async ({ status }) => new Error(`the service responded with ${status}`),
    onFailure: (error) => {
      failures.push(error instanceof Error ? error.message : String(error));
      return failures.at(-1) ?? '';
    },
    toToolResult: () => undefined,
  });
  await bridge.run();
  await bridge.close();
  return { written: output.map((json) => JSON.parse(json) as Message), output, received, failures };
}

function lineOf(line: Message | string): Buffer {
  return Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
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

  it('passes on a response however deep it is', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { output } = await bridged([request(1)], (_message, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(`data: {"jsonrpc":"2.0","id":1,"result":{"a":${deep}}}\n\n`);
    });
    expect(output.map((line) => line.length)).toEqual([200_040]);
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

  it('reads a limited part of an endless response', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ':\n');
    let sent = 0;
    const { written } = await bridged([request(7)], (_message, response) => {
      response.writeHead(202, { 'Content-Type': 'text/event-stream' });
      const stream = new Readable({
        read() {
          sent += 1;
          this.push(sent > 1000 ? null : chunk);
        },
      });
      stream.pipe(response);
      response.once('close', () => stream.destroy());
    });
    const message = 'larger than 16777216 bytes';
    expect(written).toEqual([{ jsonrpc: '2.0', id: 7, error: { code: -32000, message } }]);
    expect(sent).toBeLessThan(100);
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

  const unusual = '{"a":1e400,"b":9007199254740993,"c":1.0,"__proto__":{"d":-0},"e":"\\u2028"}';

  it('sends a message as it was received', async () => {
    const lines = [
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${unusual}}`,
      `{"jsonrpc":"2.0","method":"notifications/progress","params":${unusual},"other":[1]}`,
      `{"jsonrpc":"2.0","id":9007199254740993,"result":${unusual}}`,
      `{"jsonrpc":"2.0","id":"x","error":{"code":-32000,"message":"no","data":${unusual}}}`,
    ];
    const { received } = await bridged(lines, ({ id }, response) =>
      id === 1 ? sendJson(response, 200, { jsonrpc: '2.0', id, result: {} }) : response.end(),
    );
    expect(received.sort()).toEqual(lines.sort());
  });

  it.each(['application/json', 'text/event-stream'])(
    'writes messages as they were received, in %s',
    async (type) => {
      const messages = [
        `{"jsonrpc":"2.0","method":"notifications/progress","params":${unusual}}`,
        `{"jsonrpc":"2.0","id":9007199254740993,"method":"roots/list","params":${unusual}}`,
        `{"jsonrpc":"2.0","id":1,"result":${unusual},"other":1}`,
      ];
      const { output } = await bridged([request(1)], (_message, response) => {
        response.writeHead(200, { 'Content-Type': type });
        const isStream = type === 'text/event-stream';
        response.end(
          isStream
            ? messages.map((each) => `id: 1\ndata: ${each}\n\n`).join('')
            : `[${messages.join('\n,')}]`,
        );
      });
      expect(output).toEqual(messages);
    },
  );

  it('writes a message that has several lines as one', async () => {
    const { output } = await bridged([request('a')], (_message, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('\n{"jsonrpc":"2.0",\r\n"id":"a","result":1}\n');
    });
    expect(output).toEqual(['{"jsonrpc":"2.0", "id":"a","result":1}']);
  });

  it.each(['9007199254740993', '1e400', '-123456789012345678901234567890'])(
    'keeps the id %s, which the service may change',
    async (id) => {
      const lines = [`{"jsonrpc":"2.0","id":${id},"method":"a"}`];
      const { output, received } = await bridged(lines, (message, response) =>
        sendJson(response, 400, { ...message, method: undefined, error: { code: 1, message: '' } }),
      );
      expect(received).toEqual(lines);
      expect(output).toEqual([`{"jsonrpc":"2.0","id":${id},"error":{"code":1,"message":""}}`]);
    },
  );

  it('rejects an id that cannot be told from that of a pending request', async () => {
    const lines = ['9007199254740992', '9007199254740993'].map(
      (id) => `{"jsonrpc":"2.0","id":${id},"method":"a"}`,
    );
    const { output } = await bridged(lines, ({ id }, response) =>
      sendJson(response, 200, { jsonrpc: '2.0', id, result: {} }),
    );
    expect(output).toEqual([
      '{"jsonrpc":"2.0","id":9007199254740993,"error":{"code":-32600,"message":"the id 9007199254740993 is that of a pending request, 9007199254740992"}}',
      '{"jsonrpc":"2.0","id":9007199254740992,"result":{}}',
    ]);
  });

  it('sends the messages of a batch one by one, and writes their responses as a batch', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const batch = [request(1), notification, request('b'), { id: 3 }];
    const { output, received } = await bridged([JSON.stringify(batch)], ({ id }, response) => {
      if (id === undefined) response.writeHead(202).end();
      else sendJson(response, 200, { jsonrpc: '2.0', id, result: { of: id } });
    });
    const sent = batch.slice(0, 3).map((each) => JSON.stringify(each));
    expect(received.filter((body) => body !== '').sort()).toEqual(sent.sort());
    expect(output).toHaveLength(1);
    const responses = JSON.parse(output[0] ?? '') as Message[];
    expect(responses).toHaveLength(3);
    expect(responses).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', id: 1, result: { of: 1 } },
        { jsonrpc: '2.0', id: 'b', result: { of: 'b' } },
        { jsonrpc: '2.0', id: 3, error: expect.objectContaining({ code: -32600 }) },
      ]),
    );
  });

  it('writes nothing for a batch without requests', async () => {
    const batch = [
      { jsonrpc: '2.0', method: 'a' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ];
    const { output, received } = await bridged([JSON.stringify(batch)], (_message, response) =>
      response.writeHead(202).end(),
    );
    expect(received.sort()).toEqual(batch.map((each) => JSON.stringify(each)).sort());
    expect(output).toEqual([]);
  });

  it('reads a last line without an end', async () => {
    const stdin = Readable.from([Buffer.from(JSON.stringify(request(1)))]);
    const { written } = await bridged(
      [],
      ({ id }, response) => sendJson(response, 200, { jsonrpc: '2.0', id, result: {} }),
      undefined,
      stdin,
    );
    expect(written).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  describe('with a filter of tools', () => {
    const filter = {
      offers: ({ name }: { name: string }) => name === 'read',
      rejection: () => ({}),
    };

    it('removes the others from the list and changes nothing else', async () => {
      const tool = (name: string) => `{"name":"${name}","inputSchema":{"maximum":1e400}}`;
      const response = (tools: string) =>
        `{"jsonrpc":"2.0","id":1,"result":{"ttlMs":9007199254740993,"tools":[${tools}]}}`;
      const { output } = await bridged(
        [request(1)],
        (_message, out) => {
          out.writeHead(200, { 'Content-Type': 'application/json' });
          out.end(response([tool('write'), tool('read'), '7'].join(' , ')));
        },
        filter,
      );
      expect(output).toEqual([response(tool('read'))]);
    });

    it.each([
      ['"method"', '"method":"tools/call","method":"a","params":{"name":"read"}'],
      ['"name"', '"method":"tools/call","params":{"name":"write","n\\u0061me":"read"}'],
      ['"params"', '"method":"tools/call","params":{"name":"write"},"params":{"name":"read"}'],
    ])('rejects a request that has %s twice', async (name, members) => {
      const { written } = await bridged([`{"jsonrpc":"2.0","id":1,${members}}`], undefined, filter);
      const message = `the line has the member ${name} more than once`;
      expect(written).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32600, message } }]);
    });
  });
});
