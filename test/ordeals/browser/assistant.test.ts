import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  browserNote,
  chromiumPath,
  launchBrowser,
  openPage,
  screenshot,
  waitForFlash,
} from '../../helpers/browser.ts';
import { callbackListener } from '../../helpers/callback-listener.ts';
import { postRpc, toolCall } from '../../helpers/json-rpc.ts';
import { byOAuth, currentClient, formerClient, type McpTarget } from '../../helpers/mcp-clients.ts';
import { OAuthMemory } from '../../helpers/oauth-memory.ts';
import { testServer } from '../../helpers/server.ts';

let browser: Browser;
beforeAll(async () => {
  if (chromiumPath) browser = await launchBrowser();
});
afterAll(() => browser?.close());

const overview = { name: 'account.overview' };

describe.skipIf(!chromiumPath)(
  `an assistant with the official client library ${browserNote}`,
  () => {
    it.each([
      ['version 2', (way: McpTarget) => currentClient(way)],
      ['version 1', formerClient],
    ])('is approved after signing in, calls a tool and is revoked, with %s', async (_, open) => {
      const server = await testServer();
      const { redirectUri, called } = await callbackListener();
      const memory = new OAuthMemory(undefined, redirectUri);
      const { connect, finishAuth } = open(byOAuth(server, memory));
      await expect(connect()).rejects.toThrow(/unauthorized/i);

      const { page, warnings } = await openPage(browser);
      await page.goto(memory.openedUrls[0]?.href ?? '');
      await page.getByLabel('Sign-in link').fill(await server.settingsUrl());
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Allow Official client to act as you?' }).waitFor();
      await screenshot(page, 'consent for an official client');
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      const { searchParams } = await called;
      expect(searchParams.get('state')).toBe(memory.expectedState);
      await finishAuth(searchParams);

      const connected = open(byOAuth(server, memory));
      await connected.connect();
      expect(await connected.client.callTool(overview)).toMatchObject({
        structuredContent: { account: { id: 'paid' } },
      });

      const authorization = `Bearer ${memory.tokens()?.access_token}`;
      const status = async () =>
        (await postRpc(`${server.baseUrl}/mcp`, toolCall(overview.name), { authorization })).status;
      expect(await status()).toBe(200);
      await page.goto(`${server.baseUrl}/settings/agents`);
      await page.getByLabel('Revoke Official client').click();
      await page.getByRole('button', { name: 'Revoke Official client' }).click();
      await waitForFlash(page, 'The assistant was disconnected.');
      expect(await status()).toBe(401);
      await expect(connected.client.callTool(overview)).rejects.toThrow(/unauthorized/i);
      expect(warnings).toEqual([]);
    });
  },
);
