import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock, type ServerOptions } from 'newswatch/server';
import * as oauth from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { approved, connected, insecure, registered } from '../../helpers/assistant.ts';
import { freePort } from '../../helpers/free-port.ts';
import { postRpc, toolCall } from '../../helpers/json-rpc.ts';
import { testServer, unpaidKey } from '../../helpers/server.ts';
import { clientOf } from '../../helpers/watch.ts';

/** A server with its log, and a connected assistant. */
async function start(options: ServerOptions = {}) {
  const lines: string[] = [];
  const server = await testServer({
    log: (_, event, fields) => lines.push(event, JSON.stringify(fields)),
    ...options,
  });
  const assistant = await connected(server);
  const { access_token: token } = assistant.tokens;
  return { server, assistant, token, log: () => lines.join('\n') };
}

const call = (baseUrl: string, token: string) =>
  postRpc(`${baseUrl}/mcp`, toolCall('account.overview'), { authorization: `Bearer ${token}` });

describe('at MCP, a token', () => {
  it('that is missing gets a challenge without an error, for OAuth (RFC 6750, RFC 9728)', async () => {
    const { baseUrl } = await testServer();
    for (const headers of [{}, { authorization: 'Bearer' }, { authorization: 'Basic eDp5' }]) {
      const response = await postRpc(
        `${baseUrl}/mcp?access_token=nw_x`,
        toolCall('usage'),
        headers,
      );
      expect(response).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="mcp"`,
      );
    }
  });

  const clock = () => new ManualClock('2026-11-20T12:00:00Z');
  type Started = Awaited<ReturnType<typeof start>>;
  it.each<[string, (started: Started & { clock: ManualClock }) => Promise<string> | string]>([
    ['that was never issued', () => 'x'.repeat(43)],
    [
      'that has expired',
      ({ token, clock }) => {
        clock.advance(60 * 60_000);
        return token;
      },
    ],
    [
      'that was revoked',
      async ({ token, assistant: { as, client } }) => {
        await oauth.revocationRequest(as, client, oauth.None(), token, insecure);
        return token;
      },
    ],
    ['that is a refresh token', ({ assistant }) => assistant.tokens.refresh_token ?? ''],
    [
      'that is a code',
      async ({ server }) => {
        const { callback } = await approved(server, await registered(server));
        return callback.searchParams.get('code') ?? '';
      },
    ],
    [
      'that is a session cookie',
      ({ assistant }) => assistant.browser.cookies.get('newswatch_session') ?? '',
    ],
    ['with text after it', ({ token }) => `${token}x`],
  ])('%s is an invalid_token, and is in no response and no log line', async (_, make) => {
    const time = clock();
    const started = await start({ clock: time });
    const token = await make({ ...started, clock: time });
    expect(token.length).toBeGreaterThan(20);
    const { baseUrl } = started.server;
    const { status, headers, body } = await call(baseUrl, token);
    expect({ status, body }).toEqual({
      status: 401,
      body: {
        error: 'unauthorized',
        message: 'the API key or token is unknown, has expired or was revoked',
      },
    });
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="mcp"`,
    );
    expect(JSON.stringify([...headers]) + started.log()).not.toContain(token);
  });

  it('for another audience is an invalid_token, although it is in the same store (RFC 8707)', async () => {
    const data = mkdtempSync(join(tmpdir(), 'newswatch-tokens-'));
    const { server, token } = await start({ data });
    expect((await call(server.baseUrl, token)).status).toBe(200);
    const port = await freePort();
    await testServer({ data, port, publicUrl: `http://localhost:${port}` });
    const response = await call(`http://127.0.0.1:${port}`, token);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('in the path is not accepted: only API keys are', async () => {
    const { server, token, log } = await start();
    const { status, headers } = await postRpc(`${server.baseUrl}/mcp/${token}`, toolCall('usage'));
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(log()).not.toContain(token);
  });

  it('gives no access to another account, whose resources do not exist for it', async () => {
    const fixture: NonNullable<ServerOptions['fixture']> = {
      accounts: [
        { id: 'mine', plan: 'active', keys: ['nw_key_of_mine'] },
        { id: 'theirs', plan: 'active', keys: [unpaidKey] },
      ],
    };
    const { server, token } = await start({
      fixture,
      allowPrivateWebhooks: true,
    });
    const theirs = clientOf(server, unpaidKey);
    const monitor = await theirs.monitors.create({ prompt: 'a secret merger' });
    const { channel } = await theirs.delivery.connect({
      platform: 'webhook',
      webhook_url: 'http://127.0.0.1:9/secret-hook',
    });
    const ask = async (name: string, input: Record<string, unknown> = {}) => {
      const { body } = await postRpc(`${server.baseUrl}/mcp`, toolCall(name, input), {
        authorization: `Bearer ${token}`,
      });
      expect(JSON.stringify(body)).not.toMatch(/secret|theirs/);
      return body['result'] as { isError?: boolean; content: [{ text: string }] };
    };
    for (const name of ['run', 'runs', 'pause', 'resume', 'delete']) {
      const { isError, content } = await ask(`monitors.${name}`, { monitor_id: monitor.id });
      expect({ name, isError, ...JSON.parse(content[0].text) }).toMatchObject({
        isError: true,
        error: 'not_found',
      });
    }
    for (const name of ['set', 'rotate_secret', 'test', 'disconnect']) {
      const input = { channel_id: channel.id, ...(name === 'set' ? { status: 'disabled' } : {}) };
      const { content } = await ask(`delivery.${name}`, input);
      expect(JSON.parse(content[0].text)).toMatchObject({ error: 'not_found' });
    }
    for (const name of ['monitors.list', 'delivery.get', 'alerts.list', 'account.overview']) {
      expect(await ask(name)).not.toHaveProperty('isError');
    }
    await ask('monitors.pause_all');
    expect((await theirs.monitors.list()).monitors).toMatchObject([{ status: 'active' }]);
  });
});
