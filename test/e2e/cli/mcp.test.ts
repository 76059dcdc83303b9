import { spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { operationList } from '../../../src/contract/operations.ts';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { closing } from '../../helpers/closing.ts';
import { toolCall } from '../../helpers/json-rpc.ts';
import { mockServer, rawServer } from '../../helpers/mock-server.ts';
import { envFor, sharedServer, testServer, unpaidKey } from '../../helpers/server.ts';
import { clientOf } from '../../helpers/watch.ts';

async function mcp(args: readonly string[], env: Record<string, string> = {}, input?: string) {
  const server = await testServer();
  const options = { env: { ...envFor(server), ...env }, ...(input === undefined ? {} : { input }) };
  return { server, ...(await cli(['mcp', ...args], options)) };
}

describe('mcp tools', () => {
  const server = sharedServer();

  it('lists all tools in less than 4,000 bytes', async () => {
    const { code, stdout } = await mcp(['tools']);
    expect(code).toBe(0);
    const namesOf = (operations: typeof operationList) => operations.map(({ name }) => name);
    const { reads, writes } = JSON.parse(stdout);
    const isRead = ({ effect }: { effect: string }) => effect === 'read';
    expect(Object.keys(reads)).toEqual(namesOf(operationList.filter(isRead)));
    expect(Object.keys(writes)).toEqual(namesOf(operationList.filter((each) => !isRead(each))));
    expect(stdout.length).toBeLessThan(4000);
    expect(stdout).not.toContain('paid plan');
    expect(reads['monitors.get']).toBe('Show a monitor and its alert filters');
  });

  it.concurrent.each(operationList.map(({ name }) => name))(
    'describes %s in less than 3,000 bytes',
    async (name) => {
      const { code, stdout } = await cli(['mcp', 'tools', name], { env: envFor(server()) });
      expect({ code, isShort: stdout.length < 3000 }).toEqual({ code: 0, isShort: true });
      expect(JSON.parse(stdout)).toMatchObject({ name, arguments: {} });
    },
  );

  it('describes the arguments of a tool', async () => {
    const { stdout } = await mcp(['tools', 'monitors.create']);
    expect(JSON.parse(stdout)).toMatchObject({
      effect: 'write',
      arguments: {
        prompt: expect.stringMatching(/^string, required: what to watch/),
        every_minutes: expect.stringMatching(/^integer, default 60: /),
        execution: expect.stringMatching(/^standard \| agentic: /),
      },
    });
  });

  it('prints what the service sends with --full', async () => {
    const all = JSON.parse((await mcp(['tools', '--full'])).stdout) as {
      tools: { name: string }[];
    };
    expect(all.tools.map(({ name }) => name)).toEqual(operationList.map(({ name }) => name));
    const one = JSON.parse((await mcp(['tools', 'news.search', '--full'])).stdout);
    expect(all.tools).toContainEqual(one);
    expect(one).toHaveProperty('outputSchema');
  });

  it('rejects a tool that the service does not have', async () => {
    const { code, stderr } = await mcp(['tools', 'news.serch']);
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({ error: 'unknown_tool' });
    expect(stderr).toContain('did you mean news.search?');
  });

  it('prints only its own JSON for a server without tools', async () => {
    const { baseUrl } = await mockServer(
      http.post('*/mcp', async ({ request }) => {
        const { id, method, params } = (await request.json()) as {
          id?: number;
          method: string;
          params?: { protocolVersion?: string };
        };
        if (id === undefined) return new HttpResponse(null, { status: 202 });
        if (method !== 'initialize') {
          const error = { code: -32601, message: 'no such method' };
          return HttpResponse.json({ jsonrpc: '2.0', id, error }, { status: 404 });
        }
        const { protocolVersion } = params ?? {};
        const serverInfo = { name: 'none', version: '1' };
        const result = { protocolVersion, capabilities: {}, serverInfo };
        return HttpResponse.json({ jsonrpc: '2.0', id, result });
      }),
      http.get('*/mcp', () => new HttpResponse(null, { status: 405 })),
    );
    const { code, stdout, stderr } = await cli(['mcp', 'tools'], {
      env: { SERVICE_BASE_URL: baseUrl, SERVICE_API_KEY: 'nw_key' },
    });
    expect({ code, stderr, json: JSON.parse(stdout) }).toEqual({
      code: 0,
      stderr: '',
      json: { more: expect.any(String), reads: {}, writes: {} },
    });
  });

  it('names the request that the service rejected', async () => {
    const { baseUrl } = await mockServer(
      http.post('*/mcp', () => {
        const headers = { 'x-request-id': 'req_of_mcp' };
        const body = { error: 'unauthorized', message: 'unknown key' };
        return HttpResponse.json(body, { status: 401, headers });
      }),
    );
    const { code, stderr } = await cli(['mcp', 'tools'], { env: envFor({ baseUrl }) });
    expect(code).toBe(4);
    expect(stderr).toContain('request id: req_of_mcp');
  });

  it('works with the bundled server', async () => {
    const { code, stdout } = await cli(['--local', 'mcp', 'call', 'account.overview']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ account: { id: 'local' } });
  });
});

describe('mcp call', () => {
  it('prints the same as the command of the operation', async () => {
    const { server, code, stdout } = await mcp(['call', 'news.get', 'news_id=sample-001']);
    expect(code).toBe(0);
    expect(stdout).toBe((await cli(['news', 'get', 'sample-001'], { env: envFor(server) })).stdout);
  });

  it.each([
    ['words', ['query=chip exports', 'limit=2'], undefined],
    ['one object', ['--json', '{"query":"chip exports","limit":2}'], undefined],
    ['an object on standard input', ['--json', '-'], '{"query":"chip exports","limit":2}'],
    ['a value on standard input', ['query=-', 'limit=2'], 'chip exports\n'],
  ])('accepts arguments as %s', async (_, args, input) => {
    const { code, stdout } = await mcp(['call', 'news.search', ...args], {}, input);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ items: [{}, {}] });
  });

  it.each([
    [3, 'plan_required', ['news.latest'], { SERVICE_API_KEY: unpaidKey }],
    [4, 'unauthorized', ['news.latest'], { SERVICE_API_KEY: 'nw_nobody' }],
    [5, 'not_found', ['news.get', 'news_id=nothing'], {}],
    [1, 'invalid_request', ['news.latest', 'limit=many'], {}],
  ])('exits %i for %s and prints it unchanged', async (exit, error, args, env) => {
    const { code, stdout, stderr } = await mcp(['call', ...args], env);
    expect(code).toBe(exit);
    expect(JSON.parse(stdout)).toMatchObject({ error });
    expect(stderr).toMatch(new RegExp(`^newswatch: ${error}: [^\\n]+\\n$`));
  });

  it.each([
    ['unknown_tool', ['news.serch'], /did you mean news.search\?/],
    ['invalid_value', ['news.latest', 'limit'], /--json/],
    ['invalid_value', ['news.latest', 'limit=1', 'limit=2'], /more than once/],
    ['invalid_value', ['news.latest', '--json', '[]'], /one JSON object/],
    ['conflicting_option', ['news.latest', 'limit=1', '--json', '{}'], /key=value/],
    ['missing_argument', [], /tool/],
  ])('exits 2 with %s for %j', async (error, args, words) => {
    const { code, stdout, stderr } = await mcp(['call', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error });
    expect(stderr).toMatch(words);
  });

  it('rejects a write in read-only mode without sending anything', async () => {
    const nowhere = { SERVICE_BASE_URL: 'http://127.0.0.1:9', SERVICE_READ_ONLY: '1' };
    const { code, stderr } = await mcp(['call', 'monitors.pause_all'], nowhere);
    expect(code).toBe(10);
    expect(failureIn(stderr)).toMatchObject({ error: 'read_only' });
  });

  it('does not report an unknown outcome if nothing was sent', async () => {
    const server = await mockServer();
    await server.close();
    const { code, stderr } = await mcp(['call', 'monitors.pause_all', '--yes'], {
      SERVICE_BASE_URL: server.baseUrl,
    });
    expect(code).toBe(7);
    expect(failureIn(stderr)).toMatchObject({ error: 'network_error', retryable: true });
  });

  it.each([
    ['a redirect', () => HttpResponse.redirect('http://127.0.0.1:1/elsewhere', 302), /redirect/],
    [
      'JSON of another kind',
      () => HttpResponse.json({ ok: true }),
      /did not respond as an MCP server/,
    ],
    ['a page', () => new HttpResponse('<html>', { status: 502 }), /not a JSON object/],
  ])('exits 8 for %s', async (_, response, words) => {
    const { baseUrl } = await mockServer(http.post('*/mcp', response));
    const { code, stderr } = await mcp(['call', 'usage'], { SERVICE_BASE_URL: baseUrl });
    expect(code).toBe(8);
    expect(failureIn(stderr)['message']).toMatch(words);
  });

  it('exits 7 if the service does not respond in time', async () => {
    const { baseUrl } = await mockServer(http.post('*/mcp', () => new Promise(() => {})));
    const args = ['--timeout', '2', 'call', 'usage'];
    const { code, stderr } = await mcp(args, { SERVICE_BASE_URL: baseUrl });
    expect(code).toBe(7);
    expect(failureIn(stderr)).toMatchObject({ error: 'timeout' });
  });

  it.each([
    ['tools', []],
    ['call', ['usage']],
  ])('%s ends at its timeout if the TLS handshake is not completed', async (command, args) => {
    // Time enough to start and connect on a busy machine.
    const timeout = '5';
    const { baseUrl } = await rawServer(() => {});
    const SERVICE_BASE_URL = baseUrl.replace('http:', 'https:');
    const { code, stderr } = await mcp([command, ...args, '--timeout', timeout], {
      SERVICE_BASE_URL,
    });
    expect({ code, failure: failureIn(stderr) }).toMatchObject({
      code: 7,
      failure: {
        error: 'timeout',
        message: `no connection to ${SERVICE_BASE_URL} within ${timeout} s: the TLS handshake was not completed`,
      },
    });
  });

  it('exits 7 if the service ends its stream without a response', async () => {
    const headers = { 'content-type': 'text/event-stream' };
    const response = () => new HttpResponse(': nothing\n\n', { headers });
    const { baseUrl } = await mockServer(http.all('*/mcp', response));
    const args = ['--timeout', '2', 'call', 'usage'];
    const { code, stderr } = await mcp(args, { SERVICE_BASE_URL: baseUrl });
    expect(code).toBe(7);
    expect(failureIn(stderr)).toMatchObject({ error: 'timeout' });
  });
});

describe.each(['auto', 'legacy'] as const)('mcp serve, for a client in %s mode', (mode) => {
  async function connect(env: Record<string, string> = {}) {
    const server = await testServer();
    const client = closing(
      new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } }),
    );
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [binary, 'mcp', 'serve'],
        env: cleanEnv({ ...envFor(server), ...env }) as Record<string, string>,
        stderr: 'ignore',
      }),
    );
    return { server, client };
  }

  it('offers all tools of the service', async () => {
    const { server, client } = await connect();
    expect((await client.listTools()).tools).toHaveLength(operationList.length);
    const input = { prompt: 'cocoa' };
    await client.callTool({ name: 'monitors.create', arguments: input });
    expect((await clientOf(server).monitors.list()).monitors).toMatchObject([input]);
  });

  it('offers only tools that read in read-only mode', async () => {
    const { server, client } = await connect({ SERVICE_READ_ONLY: '1' });
    const { tools } = await client.listTools();
    const reads = operationList.filter(({ effect }) => effect === 'read');
    expect(tools.map(({ name }) => name)).toEqual(reads.map(({ name }) => name));
    const search = { name: 'news.search', arguments: { query: 'chip' } };
    expect(await client.callTool(search)).not.toHaveProperty('isError', true);
    const create = { name: 'monitors.create', arguments: { prompt: 'cocoa' } };
    expect(await client.callTool(create)).toMatchObject({ isError: true });
    expect((await clientOf(server).monitors.list()).monitors).toEqual([]);
  });

  it('forwards a rejected key as an error', async () => {
    await expect(connect({ SERVICE_API_KEY: 'nw_nobody' })).rejects.toThrow();
  });
});

describe('mcp serve', () => {
  it('responds to every request sent before the end of stdin and exits 0', async () => {
    const list = '{"jsonrpc":"2.0","id":"a","method":"tools/list"}\n';
    const { code, stdout } = await mcp(['serve'], {}, list + list.replace('"a"', '"b"'));
    expect(code).toBe(0);
    const responses = stdout.trimEnd().split('\n');
    expect(responses.map((line) => (JSON.parse(line) as { id: string }).id).sort()).toEqual([
      'a',
      'b',
    ]);
  });

  it('reports a message that could not be forwarded to both sides', async () => {
    const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
    const { code, stdout, stderr } = await mcp(
      ['serve'],
      { SERVICE_API_KEY: 'nw_nobody' },
      message,
    );
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, error: { code: -32000 } });
    expect(stdout + stderr).toMatch('unknown, has expired or was revoked');
    expect(stdout + stderr).not.toMatch('nw_nobody');
    expect(code).toBe(0);
  });

  it('responds with an error if the service does not respond in time', async () => {
    const { baseUrl } = await rawServer(() => {});
    const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
    const env = { SERVICE_BASE_URL: baseUrl };
    const { code, stdout } = await mcp(['serve', '--timeout', '0.5'], env, message);
    expect({ code, response: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      response: {
        id: 1,
        error: { code: -32000, message: `no response from ${baseUrl} within 0.5 s` },
      },
    });
  });

  it('keeps a stream of notifications open for longer than the timeout', async () => {
    const { baseUrl } = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n');
        setTimeout(() => {
          socket.end('data: {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}\n\n');
        }, 1500);
      });
    });
    const message = '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}\n';
    const env = { SERVICE_BASE_URL: baseUrl };
    const { stdout } = await mcp(['serve', '--timeout', '1'], env, message);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: {} });
  });

  it('returns the HTTP error as the result of a rejected call', async () => {
    const call = `${JSON.stringify(toolCall('account.overview'))}\n`;
    const { stdout } = await mcp(['serve'], { SERVICE_API_KEY: 'nw_nobody' }, call);
    const { result } = JSON.parse(stdout);
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text' }] });
    expect(JSON.parse(result.content[0].text)).toMatchObject({ error: 'unauthorized' });
  });

  it('exits on SIGTERM with 143', async () => {
    const server = await testServer();
    const child = spawn(process.execPath, [binary, 'mcp', 'serve'], {
      env: cleanEnv(envFor(server)),
    });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect(await ended).toBe(143);
  });

  it('requires a service and an API key', async () => {
    const { code, stderr } = await cli(['mcp', 'serve']);
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({ error: 'no_base_url' });
  });
});
