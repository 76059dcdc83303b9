import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createClient } from 'newswatch';
import { expect, it } from 'vitest';
import { binary, cleanEnv, cli } from '../../helpers/cli.ts';
import { closing } from '../../helpers/closing.ts';
import { postRpc } from '../../helpers/json-rpc.ts';
import {
  byKey,
  byPath,
  connectByOAuth,
  connectCurrent,
  currentClient,
} from '../../helpers/mcp-clients.ts';
import { envFor, paidKey, testServer } from '../../helpers/server.ts';

const overview = { name: 'account.overview' };

/** The id in the form for an action on the Agents page. */
function idFor(action: string, page: string): string {
  return new RegExp(`${action}.*?name="id" value="([^"]+)"`, 's').exec(page)?.[1] ?? '';
}

it('revoking a key or an assistant takes effect immediately on every surface and for open clients', async () => {
  const server = await testServer();
  const { baseUrl } = server;
  const { client: assistant, memory, browser } = await connectByOAuth(server, currentClient);

  const overHttp = closing(createClient({ baseUrl, apiKey: paidKey }));
  const byHeader = await connectCurrent(byKey(server));
  const inPath = await connectCurrent(byPath(server));
  const env = envFor(server);
  const overStdio = closing(new Client({ name: 'test', version: '1.0.0' }));
  await overStdio.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [binary, 'mcp', 'serve'],
      env: cleanEnv(env) as Record<string, string>,
      stderr: 'ignore',
    }),
  );
  const calls = {
    http: () => overHttp.account.overview(),
    'mcp by header': () => byHeader.callTool(overview),
    'mcp by path': () => inPath.callTool(overview),
    'mcp serve': async () => {
      const { isError, content } = await overStdio.callTool(overview);
      // Stdio has no status codes: the error of the service is the result of the call.
      if (isError) throw new Error(JSON.stringify(content));
    },
  };
  const commands = [
    ['account', 'overview'],
    ['mcp', 'call', 'account.overview'],
  ];
  const exitCodes = async () =>
    Promise.all(commands.map(async (words) => (await cli(words, { env })).code));
  for (const call of Object.values(calls)) await call();
  expect(await exitCodes()).toEqual([0, 0]);

  const page = await browser.get('/settings/agents');
  const revoke = (action: string) =>
    browser.submit('/settings/agents', `/settings/agents/${action}`, {
      id: idFor(action, page.text),
    });
  await revoke('revoke-key');
  for (const call of Object.values(calls)) {
    await expect(call()).rejects.toThrow(/unknown, has expired or was revoked|unauthorized/i);
  }
  expect(await exitCodes()).toEqual([4, 4]);
  expect(await assistant.callTool(overview)).not.toHaveProperty('isError', true);

  const token = memory.tokens()?.access_token ?? '';
  await revoke('revoke-assistant');
  await expect(assistant.callTool(overview)).rejects.toThrow(/unauthorized/i);
  // The refresh token was revoked too, so the client asked for authorization a second time.
  expect(memory.openedUrls).toHaveLength(2);
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const response = await postRpc(`${baseUrl}/mcp`, list, { authorization: `Bearer ${token}` });
  expect(response.status).toBe(401);
});
