import { ManualClock } from 'newswatch/server';
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
import { addSample } from '../../helpers/fresh-news.ts';
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
      await page.locator('summary', { hasText: 'Disable' }).click();
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
      await page.locator('summary', { hasText: 'Turn the plan off' }).click();
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

  it('connect a webhook, edit it, rotate its secret and send an event again, by keyboard only', async () => {
    const clock = new ManualClock(Date.now());
    const server = await testServer({ allowPrivateWebhooks: true, clock });
    const receiver = await webhookReceiver(404, 204);
    const { page, warnings } = await openPage(browser, { javaScriptEnabled: false });
    await signIn(page, await server.settingsUrl());
    /** Presses Tab until the element has the focus, and Enter if asked to. */
    const reach = async (name: string, role: 'link' | 'button' | 'textbox') => {
      const target = page.getByRole(role, { name, exact: true });
      await target.waitFor();
      for (let presses = 0; presses < 80; presses += 1) {
        await page.keyboard.press('Tab');
        if (await target.evaluate((each) => each.matches(':focus'))) return;
      }
      throw new Error(`Tab does not reach ${name}`);
    };
    const press = async (name: string, role: 'link' | 'button') => {
      await reach(name, role);
      await page.keyboard.press('Enter');
    };
    await press('Delivery', 'link');
    await page.getByText('No webhook is connected yet.').waitFor();
    await reach('URL', 'textbox');
    await page.keyboard.type(receiver.url);
    await reach('Name (optional)', 'textbox');
    await page.keyboard.type('My desk');
    await press('Connect', 'button');
    const first = await page.locator('.secret').textContent();
    expect(first).toMatch(/^whsec_/);
    await reach('Name (optional)', 'textbox');
    await page.keyboard.type('Our desk');
    await press('Save', 'button');
    await waitForFlash(page, 'The connection was saved.');
    await page.getByRole('heading', { name: 'Our desk' }).waitFor();
    await page.getByText('Rotate…').focus();
    await page.keyboard.press('Enter');
    await press('Rotate the secret', 'button');
    await waitForFlash(page, 'The new signing secret.');
    expect(await page.locator('.secret').textContent()).not.toBe(first);
    await press('All connections', 'link');
    await press('Send test: Our desk', 'button');
    await waitForFlash(page, 'The test was not delivered. The receiver answered HTTP 404');
    clock.advance(10_000);
    await page.getByRole('link', { name: /^evt_/ }).focus();
    await page.keyboard.press('Enter');
    await press('Send again', 'button');
    await waitForFlash(page, 'The event was delivered (HTTP 204).');
    expect(receiver.received).toHaveLength(2);
    await press('Delivery', 'link');
    await page.getByText('Remove…').focus();
    await page.keyboard.press('Enter');
    await press('Remove: Our desk', 'button');
    await waitForFlash(page, 'Removed.');
    expect(warnings).toEqual([]);
  });

  it('keep no buttons after an app with its own scheme was allowed', async () => {
    const server = await testServer();
    const redirect_uri = 'newswatch-test-app://callback';
    const assistant = await registered(server, { redirect_uris: [redirect_uri] });
    const { url } = await authorizationRequest(assistant, { redirect_uri });
    const { page } = await openPage(browser);
    await signIn(page, await server.settingsUrl());
    await page.goto(url.href);
    const opened = page.waitForRequest((request) => request.url().startsWith(redirect_uri));
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'Access allowed' }).waitFor();
    await opened;
    await screenshot(page, 'consent, app opened');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

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
    for (let presses = 0; presses < 11; presses += 1) {
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
      'Monitors',
      'Delivery',
      'Teams',
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
      const colleague = { id: 'colleague', name: `${'A long name '.repeat(8)}`.trim() };
      const team = {
        id: 'desk',
        name: 'The desk for <i>chips</i>',
        members: [{ account: 'paid', webhooks: true }, { account: 'colleague' }],
      };
      const monitor = {
        id: 'mon_team',
        account: 'colleague',
        team: 'desk',
        title: `Chips at sea ${'x'.repeat(120)}`,
        prompt: 'Tell me about chip exports',
      };
      const fixture = {
        accounts: [account, colleague],
        teams: [team],
        monitors: [monitor],
        briefings: [briefing],
      };
      const server = await testServer({ allowPrivateWebhooks: true, fixture });
      const client = clientOf(server);
      const failing = await webhookReceiver(500);
      await connect(client, (await webhookReceiver()).url);
      const { channel } = await connect(client, `${failing.url}/${'a-long-address/'.repeat(12)}`);
      const failed = await client.delivery.test({ channel_id: channel.id });
      const found = await client.monitors.create({ prompt: 'Tell me about chip exports' });
      await addSample(server, { edition: 'again' });
      await client.monitors.run({ id: found.id });
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
      await page.getByLabel('Sign-in link').fill('my account');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await check('sign-in, no link');
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
      await page.getByText('Disable…').first().click();
      await check('delivery');
      await page.getByLabel('URL').fill('ftp://hooks.example.com/');
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.locator('#webhook_url-error').waitFor();
      expect(await page.locator(':focus').getAttribute('id')).toBe('webhook_url');
      await check('delivery, refused');
      await page.goto(`${server.baseUrl}/settings/delivery/connections/${channel.id}`);
      await page.getByText('Rotate…').click();
      await check('connection');
      await page.getByRole('button', { name: 'Rotate the secret' }).click();
      await page.getByText('Rotate…').click();
      await check('connection, new secret');
      const { event_id } = failed.webhook_delivery;
      await page.goto(`${server.baseUrl}/settings/delivery/events/${event_id}`);
      await check('event');
      await page.getByRole('link', { name: 'Monitors' }).click();
      await check('monitors');
      await page.goto(`${server.baseUrl}/settings/monitors/${found.id}`);
      await check('monitor');
      await page.getByRole('link', { name: 'Teams' }).click();
      await check('teams');
      await page.getByRole('link', { name: team.name }).click();
      await check('team');
      await page.getByRole('link', { name: 'Profile' }).click();
      await check('profile');
      await page.getByLabel('Language').fill('klingon');
      await page.getByRole('button', { name: 'Save' }).click();
      await check('profile, rejected');
      expect(await page.getByLabel('Language').inputValue()).toBe('klingon');
      await page.goto(`${server.baseUrl}/pricing`);
      await page.getByText('Turn the plan off…').click();
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
