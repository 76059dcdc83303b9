import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FixtureInput, openAdmin } from 'newswatch/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { approved, registered } from '../../helpers/assistant.ts';
import {
  accessibilityProblems,
  browserNote,
  chromiumPath,
  launchBrowser,
  openPage,
  overflow,
  screenshot,
  signIn,
} from '../../helpers/browser.ts';
import { paidKey, testServer } from '../../helpers/server.ts';
import { testStoreOptions } from '../../helpers/test-store.ts';
import { clientOf } from '../../helpers/watch.ts';

const boKey = 'nw_bo_0123456789';

const fixture: FixtureInput = {
  accounts: [
    { id: 'paid', name: 'Ada', keys: [paidKey] },
    { id: 'bo', name: 'Bo', keys: [boKey] },
  ],
  teams: [
    { id: 'both', name: 'Energy desk', members: [{ account: 'paid' }, { account: 'bo' }] },
    { id: 'own', name: 'Ada alone', members: [{ account: 'paid' }] },
  ],
  monitors: [
    { id: 'mon_shared', account: 'paid', team: 'both', title: 'Shared watch', prompt: 'otters' },
    { id: 'mon_ada', account: 'paid', title: 'Private watch', prompt: 'otters' },
  ],
  runs: [{ id: 'run_ada', monitor: 'mon_ada', started_at: '-2h', results: ['one'] }],
  alerts: [{ id: 'alert_ada', run: 'run_ada' }],
  connections: [{ id: 'chan_ada', account: 'paid', webhook_url: 'https://ada.example.com/' }],
  deliveries: [
    { id: 'evt_ada', connection: 'chan_ada', alert: 'alert_ada', status: 'failed', attempts: 1 },
  ],
  news: [{ id: 'one', title: 'Otters return' }],
};

let browser: Browser;
beforeAll(async () => {
  if (chromiumPath) browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** A server with two accounts, and the access of its operator. */
async function twoPeople() {
  const location = await testStoreOptions(mkdtempSync(join(tmpdir(), 'newswatch-accounts-')));
  const server = await testServer({
    ...location,
    fixture: fixture,
    sample: false,
  });
  const admin = await openAdmin(location);
  onTestFinished(() => admin.close());
  const { page } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  const { url } = await admin.signIn('bo', server.baseUrl);
  await signIn(page, url);
  const textAt = async (path: string) => {
    const response = await page.goto(`${server.baseUrl}${path}`);
    return { status: response?.status(), text: await page.locator('main').innerText() };
  };
  return { server, admin, page, textAt };
}

describe.skipIf(!chromiumPath)(`the human of a second account ${browserNote}`, () => {
  it('sees the keys, assistants, connections, events and teams of that account only', async () => {
    const { server, admin, page, textAt } = await twoPeople();
    const adas = await admin.keys.create('paid', 'laptop of Ada');
    const own = await admin.keys.create('bo', 'laptop of Bo');
    await approved(server, await registered(server, { client_name: "Ada's assistant" }));
    await clientOf(server, boKey).delivery.connect({
      platform: 'webhook',
      webhook_url: 'https://bo.example.com/',
    });
    const agents = (await textAt('/settings/agents')).text;
    expect(agents).toContain('laptop of Bo');
    expect(agents).toContain(own.api_key.slice(-4));
    expect(agents).not.toMatch(/laptop of Ada|Ada's assistant/);
    expect(agents).not.toContain(adas.api_key.slice(-4));
    const delivery = (await textAt('/settings/delivery')).text;
    expect(delivery).toContain('https://bo.example.com/');
    expect(delivery).not.toContain('ada.example.com');
    expect(delivery).not.toContain('Private watch');
    const monitors = (await textAt('/settings/monitors')).text;
    expect(monitors).toContain('Shared watch');
    expect(monitors).not.toContain('Private watch');
    const teams = (await textAt('/settings/teams')).text;
    expect(teams).toContain('Energy desk');
    expect(teams).not.toContain('Ada alone');
    for (const path of [
      '/settings/delivery/connections/chan_ada',
      '/settings/delivery/events/evt_ada',
      '/settings/monitors/mon_ada',
      '/settings/teams/own',
    ]) {
      const { status, text } = await textAt(path);
      expect(`${path} ${status}`).toBe(`${path} 404`);
      expect(text).not.toMatch(/Private watch|Ada alone|ada\.example/);
    }
    await textAt('/settings/teams/both');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);
    await screenshot(page, 'second-account-team');
  });

  it('is shut out of the pages as soon as the operator disables the account', async () => {
    const { admin, page, textAt } = await twoPeople();
    await textAt('/settings/agents');
    await page.getByLabel('Name of the new key').fill('my laptop');
    await admin.accounts.disable('bo');
    // The form that is open already creates nothing.
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.waitForURL(/\/sign-in$/);
    const keys = (await admin.keys.list('bo')).map(({ name }) => name);
    expect(keys).not.toContain('my laptop');
    for (const path of ['/settings/agents', '/settings/delivery', '/settings/teams/both']) {
      await textAt(path);
      expect(new URL(page.url()).pathname).toBe('/sign-in');
    }
    await admin.accounts.enable('bo');
    await textAt('/settings/agents');
    expect(new URL(page.url()).pathname).toBe('/sign-in');
  });
});
