import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { allowedHostsOf } from '../../../../src/server/surfaces/mcp/allowed-hosts.ts';
import { hostProblem } from '../../../../src/server/surfaces/mcp/host-problem.ts';
import { postRpc, toolCall } from '../../../helpers/json-rpc.ts';
import { paidKey, sharedServer, testServer, unpaidKey } from '../../../helpers/server.ts';
import { clientOf } from '../../../helpers/watch.ts';

const bearer = { authorization: `Bearer ${paidKey}` };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const server = sharedServer();

async function post(message: unknown, headers: Record<string, string> = bearer) {
  return postRpc(`${server().baseUrl}/mcp`, message, headers);
}

interface ToolResult {
  content: { text: string }[];
  structuredContent?: unknown;
}

function resultOf(body: Record<string, unknown>): ToolResult {
  return body['result'] as ToolResult;
}

function textOf(body: Record<string, unknown>): unknown {
  return JSON.parse(resultOf(body).content[0]?.text ?? '');
}

describe('a tool', () => {
  it('returns structured content and the same as text', async () => {
    const { status, headers, body } = await post(
      toolCall('news.search', { query: 'chip', limit: 1 }),
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body).toMatchObject({ id: 1, result: { structuredContent: { items: [{}] } } });
    expect(textOf(body)).toEqual(resultOf(body).structuredContent);
  });

  it('counts as usage like a call over HTTP', async () => {
    const server = await testServer();
    await postRpc(`${server.baseUrl}/mcp`, toolCall('account.overview'), bearer);
    const client = clientOf(server);
    await client.account.overview();
    expect((await client.usage()).operations).toContainEqual({
      operation: 'account.overview',
      requests: 2,
    });
  });

  it('returns the error body of HTTP as text, with isError, if there is no plan', async () => {
    const { baseUrl } = server();
    const { status, body } = await postRpc(
      `${baseUrl}/mcp/${unpaidKey}`,
      toolCall('news.latest', { limit: 0 }),
    );
    const overHttp = await fetch(`${baseUrl}/api/v1/news/latest`, {
      headers: { authorization: `Bearer ${unpaidKey}` },
    });
    expect(status).toBe(200);
    expect(resultOf(body)).toEqual({ content: [expect.anything()], isError: true });
    expect(textOf(body)).toEqual(await overHttp.json());
    expect(textOf(body)).toMatchObject({ error: 'plan_required' });
  });

  it('names every invalid argument, as over HTTP', async () => {
    const { body } = await post(toolCall('news.search', { query: '', x: 1 }));
    expect(textOf(body)).toMatchObject({
      error: 'invalid_request',
      issues: [{ field: 'query' }, { field: 'x' }],
    });
  });

  it('names what the tool calls its arguments', async () => {
    const { body } = await post(toolCall('monitors.runs', { id: 'mon_1', limit: 0 }));
    expect(textOf(body)).toMatchObject({
      error: 'invalid_request',
      issues: [
        { field: 'monitor_id', message: 'is required' },
        { field: 'limit' },
        {
          field: 'id',
          message: expect.stringContaining('known fields: monitor_id, limit, cursor'),
        },
      ],
    });
    const { body: unpaid } = await postRpc(
      `${server().baseUrl}/mcp/${unpaidKey}`,
      toolCall('monitors.get', { id: 'mon_1' }),
    );
    expect(textOf(unpaid)).toMatchObject({ error: 'plan_required' });
  });

  it('that does not exist is a protocol error', async () => {
    const { body } = await post(toolCall('billing.change'));
    expect(body).toMatchObject({ id: 1, error: { code: -32602 } });
  });
});

describe('an invalid request', () => {
  it.each([
    ['{"jsonrpc"', 400, -32700],
    ['', 400, -32700],
    ['null', 400, -32600],
    ['[]', 400, -32600],
    ['{"jsonrpc":"1.0","id":{},"method":3}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"billing/change"}', 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}', 200, -32602],
  ])('%s gets the error of JSON-RPC', async (message, status, code) => {
    expect(await post(message)).toMatchObject({ status, body: { error: { code } } });
  });

  it('that is a batch is accepted in the revision that has batches, and rejected in later ones', async () => {
    const batch = [list, { ...list, id: 2 }];
    expect(await post(batch)).toMatchObject({ status: 200, body: [{ id: 1 }, { id: 2 }] });
    const later = { ...bearer, 'mcp-protocol-version': '2025-06-18' };
    expect(await post(batch, later)).toMatchObject({
      status: 400,
      body: { error: { code: -32600 } },
    });
  });

  it('of 5 MB gets 413, as over HTTP', async () => {
    const { status, body } = await post(`"${'x'.repeat(5_000_000)}"`);
    expect({ status, body }).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
  });

  it('that is not sent as JSON gets 415', async () => {
    expect((await post(list, { ...bearer, 'content-type': 'text/plain' })).status).toBe(415);
  });

  it.each(['GET', 'DELETE', 'PUT'])('with the method %s gets 405', async (method) => {
    const { baseUrl } = server();
    for (const path of ['/mcp', `/mcp/${paidKey}`]) {
      const response = await fetch(baseUrl + path, { method, headers: bearer });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await response.text()).not.toContain(paidKey);
    }
  });
});

describe('credentials', () => {
  it.each([
    ['that are missing', {}, 'Bearer'],
    ['of another scheme', { authorization: 'Basic eDp5' }, 'Bearer'],
    ['that are unknown', { authorization: 'Bearer nw_nobody' }, /^Bearer error="invalid_token"/],
  ])('%s get 401 with a challenge', async (_, headers, challenge) => {
    const response = await post(list, headers);
    expect(response).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(response.headers.get('www-authenticate')).toMatch(challenge);
  });

  it('in the path are in no response and no log line, valid or not', async () => {
    const lines: string[] = [];
    const { baseUrl } = await testServer({
      log: (_, event, fields) => lines.push(event, JSON.stringify(fields)),
    });
    for (const key of [paidKey, 'nw_unknown_key', 'a/b%2Fc?d']) {
      const { body } = await postRpc(`${baseUrl}/mcp/${key}`, list);
      expect(JSON.stringify(body)).not.toContain(key);
      expect(lines.join()).not.toContain(key);
    }
    expect(lines.join()).toContain('/mcp/***');
  });

  it('in the path that are unknown get no challenge for OAuth, which cannot replace them', async () => {
    const { baseUrl } = server();
    const { status, headers } = await postRpc(`${baseUrl}/mcp/nw_nobody`, list);
    const challenge = headers.get('www-authenticate');
    expect({ status, challenge }).toEqual({
      status: 401,
      challenge: 'Bearer error="invalid_token"',
    });
  });

  it('in the path may contain a slash', async () => {
    const key = 'key/with/slashes';
    const fixture = { accounts: [{ id: 'a', keys: [key] }] };
    const { baseUrl } = await testServer({ fixture });
    expect((await postRpc(`${baseUrl}/mcp/${key}`, list)).status).toBe(200);
    expect((await postRpc(`${baseUrl}/mcp/${encodeURIComponent(key)}`, list)).status).toBe(200);
  });
});

describe('Host and Origin', () => {
  async function postAs(headers: Record<string, string>, { baseUrl } = server()) {
    const { port } = new URL(baseUrl);
    const sent = request({
      port,
      path: '/mcp',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer, ...headers },
    }).end(JSON.stringify(list));
    const [response] = await once(sent, 'response');
    return { status: response.statusCode, body: await json(response) };
  }

  it.each([
    { host: 'evil.example' },
    { host: '10.0.0.1:8787' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('rejects %o', async (headers) => {
    expect(await postAs(headers)).toMatchObject({
      status: 403,
      body: { error: 'forbidden', message: expect.stringContaining('--allow-host') },
    });
  });

  it.each([
    { host: 'localhost:1234' },
    { host: '[::1]:1234' },
    { origin: 'http://localhost:6274' },
  ])('accepts %o of loopback', async (headers) => {
    expect((await postAs(headers)).status).toBe(200);
  });

  it('accepts the names in allowedHosts', async () => {
    const allowing = await testServer({ allowedHosts: ['News.internal'] });
    expect((await postAs({ host: 'news.internal:8787' }, allowing)).status).toBe(200);
  });

  it('accepts every numeric address, but no name, if the server listens on all addresses', () => {
    const policy = allowedHostsOf('0.0.0.0', []);
    const check = (host: string, origin?: string) => hostProblem({ host, origin }, policy);
    expect(check('192.168.1.5:8787')).toBeUndefined();
    expect(check('[fd00::5]:8787')).toBeUndefined();
    expect(check('192.168.1.5:8787', 'http://192.168.1.5:8787')).toBeUndefined();
    expect(check('news.internal')).toMatch('Invalid Host');
    expect(check('192.168.1.5', 'http://192.168.1.6')).toMatch('Invalid Origin');
    expect(
      hostProblem({ host: '192.168.1.5', origin: undefined }, allowedHostsOf('127.0.0.1', [])),
    ).toMatch('Invalid Host');
  });
});

it('ends open streams when the server closes', async () => {
  const server = await testServer();
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const method = 'subscriptions/listen';
  const response = await fetch(`${server.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      ...bearer,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { _meta: meta, notifications: { toolsListChanged: true } },
    }),
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const [text] = await Promise.all([response.text(), server.close()]);
  expect(text).toContain('acknowledged');
});

describe('a request after others', () => {
  it('gets its own id', async () => {
    const { baseUrl } = server();
    const send = (message: unknown) => postRpc(`${baseUrl}/mcp`, message, bearer);
    const first = await send(list);
    const second = await send({ ...list, id: 'the second "one"' });
    expect(second.body).toEqual({ ...first.body, id: 'the second "one"' });
  });

  it('is rejected if it is invalid, although the others were valid', async () => {
    const { baseUrl } = server();
    const send = (message: unknown, headers = {}) =>
      postRpc(`${baseUrl}/mcp`, message, { ...bearer, ...headers });
    const call = toolCall('account.overview');
    expect((await send(list)).body).toMatchObject({ result: { tools: expect.any(Array) } });
    expect((await send(call)).body).toMatchObject({ result: { structuredContent: {} } });
    expect(await send({ ...list, jsonrpc: '1.0' })).toMatchObject({ status: 400 });
    expect(await send({ ...list, id: {} })).toMatchObject({ status: 400 });
    expect(await send(list, { 'mcp-protocol-version': '1999-01-01' })).toMatchObject({
      status: 400,
    });
    expect((await send({ ...list, params: { cursor: 'x' } })).body).toMatchObject({
      error: { code: -32602 },
    });
    expect((await send({ ...call, params: { ...call.params, arguments: [] } })).body).toMatchObject(
      {
        error: { code: -32602 },
      },
    );
  });

  it.each(['_meta', 'arguments', 'unknown'])(
    'is rejected if its %s is nested 200,000 levels deep',
    async (field) => {
      const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
      const params = `{"name":"account.overview","${field}":{"deep":${deep}}}`;
      const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
      expect(await post(message)).toMatchObject({
        status: 400,
        body: { error: { code: -32600, message: expect.stringContaining('32 levels') } },
      });
    },
  );

  it('is rejected if it has more than 10,000 values, or is a batch of more than 10', async () => {
    const wide = toolCall('news.search', { query: 'x', list: Array(10_001).fill(1) });
    const invalid = (message: string) => ({
      status: 400,
      body: { error: { code: -32600, message: expect.stringContaining(message) } },
    });
    expect(await post(wide)).toMatchObject(invalid('10000 values'));
    expect(await post(Array(11).fill(list))).toMatchObject(invalid('10 messages'));
  });
});
