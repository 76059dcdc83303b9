import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock, type RunningServer } from 'newswatch/server';
import * as oauth from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { authenticate } from '../../../../../src/server/domain/accounts/authenticate.ts';
import { UsageMeter } from '../../../../../src/server/domain/accounts/usage-meter.ts';
import {
  type Assistant,
  connected,
  insecure,
  refreshed,
  registered,
} from '../../../../helpers/assistant.ts';
import { closing } from '../../../../helpers/closing.ts';
import { testServer } from '../../../../helpers/server.ts';
import { openTestStore, testStoreOptions } from '../../../../helpers/test-store.ts';

const startOfTime = Date.parse('2026-11-20T12:00:00Z');

/** A server with a manual clock, and the account of an access token at its MCP endpoint. */
async function start() {
  const data = mkdtempSync(join(tmpdir(), 'newswatch-oauth-'));
  const clock = new ManualClock(startOfTime);
  const server = await testServer({ ...(await testStoreOptions(data)), clock });
  const store = closing(await openTestStore(data));
  const usage = new UsageMeter(store, () => {});
  const accountOf = async (token = '', audience = `${server.baseUrl}/mcp`) =>
    (await authenticate({ store, clock, usage }, token, audience))?.account.id;
  return { server, clock, accountOf };
}

async function revoke({ as, client }: Assistant, token: string) {
  return oauth.revocationRequest(as, client, oauth.None(), token, insecure);
}

async function tokensIn(response: Response) {
  return (await response.json()) as {
    access_token?: string;
    refresh_token?: string;
    error?: string;
  };
}

describe('an access token', () => {
  it('is valid for the account that approved it, at the MCP endpoint only', async () => {
    const { server, accountOf } = await start();
    const { tokens } = await connected(server);
    expect(await accountOf(tokens.access_token)).toBe('paid');
    expect(await accountOf(tokens.access_token, 'https://other.example/mcp')).toBeUndefined();
    expect(await accountOf(tokens.access_token, server.baseUrl)).toBeUndefined();
    expect(await accountOf(`${tokens.access_token}x`)).toBeUndefined();
  });

  it('is not a refresh token', async () => {
    const { server, accountOf } = await start();
    const { tokens } = await connected(server);
    expect(await accountOf(tokens.refresh_token)).toBeUndefined();
  });

  it('expires after an hour, the refresh token after 30 days', async () => {
    const { server, clock, accountOf } = await start();
    const { tokens, ...assistant } = await connected(server);
    clock.advance(60 * 60_000);
    expect(await accountOf(tokens.access_token)).toBeUndefined();
    const renewed = await tokensIn(await refreshed(assistant, tokens.refresh_token ?? ''));
    expect(await accountOf(renewed.access_token)).toBe('paid');
    clock.advance(30 * 24 * 60 * 60_000);
    const late = await tokensIn(await refreshed(assistant, renewed.refresh_token ?? ''));
    expect(late.error).toBe('invalid_grant');
  });
});

describe('revoking', () => {
  it.each(['access_token', 'refresh_token'] as const)(
    'an %s by the assistant revokes the grant (RFC 7009)',
    async (kind) => {
      const { server, accountOf } = await start();
      const { tokens, browser, ...assistant } = await connected(server);
      expect((await revoke(assistant, tokens[kind] ?? '')).status).toBe(200);
      expect(await accountOf(tokens.access_token)).toBeUndefined();
      const late = await tokensIn(await refreshed(assistant, tokens.refresh_token ?? ''));
      expect(late.error).toBe('invalid_grant');
      expect((await browser.get('/settings/agents')).text).toContain('No assistant is connected');
    },
  );

  it('a token of another client, or an unknown one, changes nothing', async () => {
    const { server, accountOf } = await start();
    const { tokens } = await connected(server);
    const other = await registered(server);
    expect((await revoke(other, tokens.access_token)).status).toBe(200);
    expect((await revoke(other, 'unknown')).status).toBe(200);
    expect(await accountOf(tokens.access_token)).toBe('paid');
  });

  it('an assistant on the page takes effect at once', async () => {
    const { server, accountOf } = await start();
    const { tokens, browser, ...assistant } = await connected(server);
    const page = await browser.get('/settings/agents');
    const [, id = ''] = /revoke-assistant.*?name="id" value="([^"]+)"/s.exec(page.text) ?? [];
    await browser.submit('/settings/agents', '/settings/agents/revoke-assistant', { id });
    expect(await accountOf(tokens.access_token)).toBeUndefined();
    expect((await tokensIn(await refreshed(assistant, tokens.refresh_token ?? ''))).error).toBe(
      'invalid_grant',
    );
  });
});

describe('a refresh token', () => {
  const reuse = async (server: RunningServer, when: 'later' | 'at once') => {
    const { tokens, ...assistant } = await connected(server);
    const refresh = async () => tokensIn(await refreshed(assistant, tokens.refresh_token ?? ''));
    if (when === 'at once') return { tokens, responses: await Promise.all([refresh(), refresh()]) };
    return { tokens, responses: [await refresh(), await refresh()] };
  };

  it.each(['later', 'at once'] as const)(
    'that is used again %s revokes the grant, as it may be stolen',
    async (when) => {
      const { server, accountOf } = await start();
      const { tokens, responses } = await reuse(server, when);
      expect(responses.map(({ error }) => error)).toContain('invalid_grant');
      for (const each of [tokens, ...responses]) {
        expect(await accountOf(each.access_token)).toBeUndefined();
      }
    },
  );
});
