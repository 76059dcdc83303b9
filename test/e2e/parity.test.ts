import type { Tool } from '@modelcontextprotocol/client';
import { createClient } from 'newswatch';
import { describe, expect, it } from 'vitest';
import { commandPath } from '../../src/cli/run/input-flags.ts';
import { asTool } from '../../src/contract/as-tool.ts';
import { fieldsOf } from '../../src/contract/field.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { operationList } from '../../src/contract/operations.ts';
import { cli } from '../helpers/cli.ts';
import { closing } from '../helpers/closing.ts';
import { postRpc } from '../helpers/json-rpc.ts';
import { paidKey, testServer } from '../helpers/server.ts';

function methodOf(client: object, name: string): unknown {
  return name.split('.').reduce<unknown>((object, key) => Reflect.get(Object(object), key), client);
}

function addressOf(base: string, { path }: Operation): string {
  return base + path.replace(/\{\w+\}/g, 'nothing');
}

describe.each(operationList)('$name', (operation) => {
  const { name, method } = operation;

  it('has an endpoint that requires a key and rejects other methods', async () => {
    const address = addressOf((await testServer()).baseUrl, operation);
    expect((await fetch(address, { method })).status).toBe(401);
    expect((await fetch(address, { method: 'PATCH' })).status).toBe(405);
  });

  it('has a client method', () => {
    const client = closing(createClient({ baseUrl: 'https://news.example.com', apiKey: 'key' }));
    expect(methodOf(client, name)).toBeTypeOf('function');
  });

  it('has an MCP tool with the same fields', async () => {
    const { baseUrl } = await testServer();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const { body } = await postRpc(`${baseUrl}/mcp/${paidKey}`, list);
    const { tools } = body['result'] as { tools: Tool[] };
    const tool = tools.find((each) => each.name === name);
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(
      fieldsOf(asTool(operation)).map((field) => field.name),
    );
    expect(tool?.title).toBe(operation.title);
    expect(tool?.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(tool?.outputSchema).toMatchObject({ type: 'object' });
  });

  it('has a command with the same fields', async () => {
    const { code, stderr } = await cli([...commandPath(operation), '--help']);
    expect(code).toBe(0);
    expect(stderr).toContain(`USAGE\n  newswatch ${commandPath(operation).join(' ')}`);
    for (const { description } of fieldsOf(operation)) {
      expect(stderr.replace(/\s+/g, ' ')).toContain(description);
    }
  });

  it('rejects unknown fields over HTTP', async () => {
    const { baseUrl } = await testServer();
    const address = addressOf(baseUrl, operation);
    const headers = { authorization: `Bearer ${paidKey}`, 'content-type': 'application/json' };
    const response =
      method === 'GET'
        ? await fetch(`${address}?nonsense=1`, { headers })
        : await fetch(address, { method, headers, body: '{"nonsense":1}' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: 'invalid_request',
      issues: expect.arrayContaining([
        { field: 'nonsense', message: expect.stringContaining('unknown') },
      ]),
    });
  });
});
