import { ManualClock } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { redirectUri } from '../../helpers/assistant.ts';
import {
  connectByOAuth,
  currentClient,
  formerClient,
  type McpTarget,
} from '../../helpers/mcp-clients.ts';
import { testServer } from '../../helpers/server.ts';

const hour = 60 * 60_000;
const overview = { name: 'account.overview' };

describe.each([
  [
    'version 2 of the client library, current revision',
    (way: McpTarget) => currentClient(way, 'auto'),
  ],
  [
    'version 2 of the client library, revisions of 2025',
    (way: McpTarget) => currentClient(way, 'legacy'),
  ],
  ['version 1 of the client library', formerClient],
])('%s', (_, open) => {
  it('discovers the server from the 401, registers, is approved and calls a tool', async () => {
    const server = await testServer();
    const { client, memory, browser, authorizationUrl, callback } = await connectByOAuth(
      server,
      open,
    );
    expect(Object.fromEntries(authorizationUrl.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: redirectUri,
      resource: `${server.baseUrl}/mcp`,
      scope: 'mcp',
      state: memory.expectedState,
    });
    expect(callback.searchParams.get('state')).toBe(memory.expectedState);
    const { structuredContent } = await client.callTool(overview);
    expect(structuredContent).toMatchObject({ account: { id: 'paid' } });
    expect((await browser.get('/settings/agents')).text).toContain('Official client');
  });

  it('refreshes an expired token without asking the user', async () => {
    const clock = new ManualClock('2026-11-20T12:00:00Z');
    const { client, memory } = await connectByOAuth(await testServer({ clock }), open);
    const before = memory.tokens();
    for (let hours = 0; hours < 3; hours += 1) {
      clock.advance(hour);
      expect(await client.callTool(overview)).not.toHaveProperty('isError', true);
    }
    expect(memory.tokens()?.access_token).not.toBe(before?.access_token);
    expect(memory.tokens()?.refresh_token).not.toBe(before?.refresh_token);
    expect(memory.openedUrls).toHaveLength(1);
  });

  it('asks the user again after the refresh token has expired', async () => {
    const clock = new ManualClock('2026-11-20T12:00:00Z');
    const { client, memory } = await connectByOAuth(await testServer({ clock }), open);
    clock.advance(31 * 24 * hour);
    await expect(client.callTool(overview)).rejects.toThrow(/unauthorized/i);
    expect(memory.openedUrls).toHaveLength(2);
  });
});
