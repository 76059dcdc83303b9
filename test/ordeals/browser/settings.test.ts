import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizationRequest, exchange, refreshed, registered } from '../../helpers/assistant.ts';
import {
  accessibilityProblems,
  browserNote,
  chromiumPath,
  launchBrowser,
  openPage,
  overflow,
  screens,
  screenshot,
  signIn,
  waitForFlash,
} from '../../helpers/browser.ts';
import { callbackListener } from '../../helpers/callback-listener.ts';
import { paidKey, testServer } from '../../helpers/server.ts';
import { clientOf, connect } from '../../helpers/watch.ts';
import { webhookReceiver } from '../../helpers/webhook-receiver.ts';

let browser: Browser;
beforeAll(async () => {
  if (chromiumPath) browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** An assistant that listens on loopback for the redirect. */
async function assistantOf(server: { baseUrl: string }, client_name = 'Test assistant') {
  const { redirectUri: redirect_uri, called: callback } = await callbackListener();
  const assistant = await registered(server, { client_name, redirect_uris: [redirect_uri] });
  const request = await authorizationRequest(assistant, { redirect_uri });
  const tokens = async () => {
    const response = await exchange(
      assistant,
      { ...request, callback: await callback },
      redirect_uri,
    );
    return (await response.json()) as { access_token: string; refresh_token: string };
  };
  return { ...assistant, url: request.url.href, callback, tokens };
}

describe.skipIf(!chromiumPath)(`the pages ${browserNote}`, () => {
  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'create a key, approve an assistant, test delivery and change the plan, %s',
    async (_, javaScriptEnabled) => {
      const server = await testServer({ allowPrivateWebhooks: true });
      const statusOf = async (key: string) =>
        (
          await fetch(`${server.baseUrl}/api/v1/news/latest`, {
            headers: { authorization: `Bearer ${key}` },
          })
        ).status;
      const receiver = await webhookReceiver();
      await connect(clientOf(server), receiver.url);
      const { page, warnings } = await openPage(browser, { javaScriptEnabled });

      await signIn(page, await server.settingsUrl());
      await page.getByLabel('Name of the new key').fill('my laptop');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (await page.locator('.secret').textContent()) ?? '';
      expect(await statusOf(key)).toBe(200);
      await page.reload();
      expect(await page.content()).not.toContain(key);

      const assistant = await assistantOf(server);
      await page.goto(assistant.url);
      await page.getByRole('heading', { name: 'Allow Test assistant to act as you?' }).waitFor();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      const tokens = await assistant.tokens();
      expect(tokens.access_token).toBeTruthy();

      await page.goto(`${server.baseUrl}/settings/agents`);
      await page.getByLabel('Revoke Test assistant').click();
      await page.getByRole('button', { name: 'Revoke Test assistant' }).click();
      await waitForFlash(page, 'The assistant was disconnected.');
      expect((await refreshed(assistant, tokens.refresh_token)).status).toBe(400);
      await page.getByLabel('Revoke my laptop').click();
      await page.getByRole('button', { name: 'Revoke my laptop' }).click();
      await waitForFlash(page, 'The API key was revoked.');
      expect(await statusOf(key)).toBe(401);

      await page.getByRole('link', { name: 'Delivery' }).click();
      await page.getByRole('button', { name: /^Send test/ }).click();
      await waitForFlash(page, 'The test was delivered (HTTP 204).');
      expect(receiver.received).toHaveLength(1);
      await page.getByRole('button', { name: /^Pause/ }).click();
      await waitForFlash(page, 'Paused');
      await page.getByRole('button', { name: /^Resume/ }).click();
      await waitForFlash(page, 'Resumed');
      await page.getByRole('button', { name: /^Disable/ }).click();
      await waitForFlash(page, 'Disabled');
      await page.getByRole('button', { name: /^Enable/ }).click();
      await waitForFlash(page, 'Enabled');

      await page.getByRole('link', { name: 'Profile' }).click();
      await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
      await page.getByLabel('Time of the briefing').fill('06:30');
      await page.getByRole('button', { name: 'Save' }).click();
      await waitForFlash(page, 'The profile was saved.');
      const { profile } = clientOf(server);
      expect(await profile.get()).toMatchObject({
        time_zone: 'Asia/Tokyo',
        briefing_time: '06:30',
      });

      await page.getByRole('link', { name: 'Pricing' }).click();
      await page.getByRole('button', { name: 'Turn the plan off' }).click();
      await waitForFlash(page, 'The plan is off.');
      expect(await statusOf(paidKey)).toBe(402);
      await page.getByRole('button', { name: 'Turn the plan on' }).click();
      await waitForFlash(page, 'Nothing was charged.');
      expect(await statusOf(paidKey)).toBe(200);

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
      expect(warnings).toEqual([]);
    },
  );

  it('deny an assistant', async () => {
    const server = await testServer();
    const { page } = await openPage(browser);
    await signIn(page, await server.settingsUrl());
    const { url, callback } = await assistantOf(server);
    await page.goto(url);
    await page.getByRole('button', { name: 'Deny' }).click();
    expect((await callback).searchParams.get('error')).toBe('access_denied');
  });

  it('can be used with the keyboard only, from the skip link to the last button', async () => {
    const server = await testServer();
    const { page } = await openPage(browser);
    await signIn(page, await server.settingsUrl());
    const focus = page.locator(':focus');
    const focused: string[] = [];
    for (let presses = 0; presses < 9; presses += 1) {
      await page.keyboard.press('Tab');
      focused.push((await focus.textContent()) || ((await focus.getAttribute('name')) ?? ''));
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe(
        'solid',
      );
    }
    expect(focused).toEqual([
      'Skip to content',
      'Sign out',
      'Agents',
      'Delivery',
      'Profile',
      'Pricing',
      'name',
      'Create key',
      'Revoke…',
    ]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForFlash(page, 'The API key was revoked.');
  });

  it.each(Object.entries(screens))(
    'are accessible and fit on a %s',
    async (name, screen) => {
      const briefing = {
        id: 'brief_1',
        account: 'paid',
        title: 'Daily briefing: Friday, November 20, 2026',
        summary: `1 monitor found 2 results.\n\n${'- A long headline\n  '.repeat(4)}${'x'.repeat(200)}`,
        created_at: '2026-11-20T07:00:00Z',
      };
      const account = { id: 'paid', keys: [paidKey] };
      const fixture = { accounts: [account], briefings: [briefing] };
      const server = await testServer({ allowPrivateWebhooks: true, fixture });
      const client = clientOf(server);
      const failing = await webhookReceiver(500);
      await connect(client, (await webhookReceiver()).url);
      const { channel } = await connect(client, `${failing.url}/${'a-long-address/'.repeat(12)}`);
      await client.delivery.test({ channel_id: channel.id });
      const { page, warnings } = await openPage(browser, screen);
      const check = async (what: string) => {
        await screenshot(page, `${what} - ${name}`);
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      };

      await page.goto(`${server.baseUrl}/pricing`);
      await check('pricing, signed out');
      await page.goto(`${server.baseUrl}/settings/agents`);
      await check('sign-in');
      await signIn(page, await server.settingsUrl());
      await page
        .getByLabel('Name of the new key')
        .fill('A name as long as names may be, of one Word'.padEnd(100, 'x'));
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.locator('summary').first().click();
      await check('agents, new key');
      const long = await assistantOf(
        server,
        `<b>An assistant</b> with a name ${'of some length '.repeat(4)}`,
      );
      await page.goto(long.url);
      await check('consent');
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await long.tokens();
      await page.goto(`${server.baseUrl}/settings/agents`);
      await check('agents, connected');
      await page.goto(`${server.baseUrl}/settings/delivery`);
      await page
        .getByRole('button', { name: /^Send test/ })
        .first()
        .click();
      await check('delivery');
      await page.getByRole('link', { name: 'Profile' }).click();
      await check('profile');
      await page.getByLabel('Language').fill('klingon');
      await page.getByRole('button', { name: 'Save' }).click();
      await check('profile, rejected');
      expect(await page.getByLabel('Language').inputValue()).toBe('klingon');
      await page.goto(`${server.baseUrl}/pricing`);
      await check('pricing');
      await page.goto(`${server.baseUrl}/oauth/consent/nothing`);
      await check('expired');
      await page.goto(`${server.baseUrl}/oauth/authorize?client_id=nobody`);
      await check('refused');
      // Chromium warns about the status codes of the error pages.
      expect(warnings.filter((text) => !text.includes('status of 4'))).toEqual([]);
    },
    60_000,
  );
});
