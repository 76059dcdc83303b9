import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'newswatch';
import { ManualClock, openAdmin, type ServerOptions, startServer } from 'newswatch/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultQuotas } from '../../../../../src/server/domain/accounts/quotas.ts';
import {
  authorizationRequest,
  connected,
  decided,
  exchange,
  refreshed,
  registered,
} from '../../../../helpers/assistant.ts';
import { closing } from '../../../../helpers/closing.ts';
import { foundInFolder } from '../../../../helpers/found-in-folder.ts';
import { addSample } from '../../../../helpers/fresh-news.ts';
import { postRpc, toolCall } from '../../../../helpers/json-rpc.ts';
import { scrape } from '../../../../helpers/scrape.ts';
import { paidKey, testServer } from '../../../../helpers/server.ts';
import { formTokenIn, TestBrowser } from '../../../../helpers/test-browser.ts';
import { testStoreOptions } from '../../../../helpers/test-store.ts';
import { connect, deliveryOf, startOfTime } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const hour = 3_600_000;

/** A server, and the access of its operator to the same store. */
async function administeredServer(more: ServerOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-admin-'));
  const location = await testStoreOptions(folder);
  const clock = new ManualClock(startOfTime);
  const options = { ...location, clock, allowPrivateWebhooks: true, sample: false, ...more };
  const server = await testServer(options);
  const admin = await openAdmin({ ...location, clock });
  onTestFinished(() => admin.close());
  const clientFor = (apiKey: string) => {
    return closing(createClient({ baseUrl: server.baseUrl, apiKey }));
  };
  return { server, admin, clock, clientFor, folder, location };
}

describe('a plan with a name', () => {
  const quotas = { monitors: 2, plans: { basic: { monitors: 1 } } };

  it('has quotas of its own, and otherwise those of all', async () => {
    const { server, admin, clientFor } = await administeredServer({
      quotas,
      metrics: '127.0.0.1:0',
    });
    const { id } = await admin.accounts.create({ name: 'Desk', plan: 'basic' });
    const client = clientFor((await admin.keys.create(id, 'job')).api_key);
    expect((await client.account.overview()).plan.status).toBe('active');
    const create = () => client.monitors.create({ prompt: 'otters' });
    expect((await client.usage()).plan_quotas).toEqual({
      monitors: 1,
      connections: defaultQuotas.connections,
      prompt: defaultQuotas.prompt,
    });
    await create();
    const beyond = (count: string) => ({
      code: 'forbidden',
      message: expect.stringContaining(`the plan of this account allows ${count}: delete one`),
    });
    await expect(create()).rejects.toMatchObject(beyond('1 monitor'));
    await admin.accounts.setPlan(id, 'none');
    expect((await client.usage()).plan_quotas).toBeNull();
    await admin.accounts.setPlan(id, 'large');
    expect((await client.usage()).plan_quotas).toMatchObject({ monitors: 2 });
    await create();
    await expect(create()).rejects.toMatchObject(beyond('2 monitors'));
    const exceeded = 'newswatch_quota_exceeded_total{quota="monitors"}';
    expect((await scrape(server.metricsUrl)).get(exceeded)).toBe(2);
  });

  it('is left and chosen by nobody but the operator', async () => {
    const { server, admin } = await administeredServer({ quotas });
    const { id } = await admin.accounts.create({ name: 'Desk', plan: 'basic' });
    const browser = new TestBrowser(server);
    await browser.signIn((await admin.signIn(id, server.baseUrl)).url);
    const { text } = await browser.get('/pricing');
    expect(text).toContain('<span class="tag good">basic</span>');
    expect(text).not.toContain('Turn the plan off');
    expect(text).toContain('Only the operator of this server can change it.');
    expect(text).not.toContain('Only you');
    const form_token = formTokenIn((await browser.get('/settings/delivery')).text);
    await browser.post('/pricing/switch-off', { form_token });
    expect((await browser.get('/pricing')).text).toContain(
      'Only the operator of this server can change your plan.',
    );
    expect((await admin.accounts.get(id)).plan).toBe('basic');

    await admin.accounts.setPlan(id, 'none');
    const ended = (await browser.get('/pricing')).text;
    expect(ended).toContain('Only the operator of this server can change it.');
    expect(ended).not.toContain('<button class="main"');
    for (const path of ['/settings/monitors', '/settings/delivery']) {
      expect((await browser.get(path)).text).toContain('Only the operator of this server can turn');
    }
    await browser.post('/pricing/switch-on', { form_token });
    expect((await browser.get('/pricing')).text).toContain('<div class="flash failed"');
    expect(await admin.accounts.get(id)).toMatchObject({
      plan: 'none',
      plan_managed_by: 'operator',
    });
  });

  it('is switched by the people of the first account until the operator sets it', async () => {
    const { server, admin } = await administeredServer();
    const [first] = (await admin.accounts.list({ limit: 1 })).accounts;
    const id = first?.id ?? '';
    expect(first?.plan_managed_by).toBe('user');
    const browser = new TestBrowser(server);
    await browser.signIn(server);
    await browser.submit('/pricing', '/pricing/switch-off');
    await browser.submit('/pricing', '/pricing/switch-on');
    expect((await admin.accounts.get(id)).plan).toBe('active');
    await admin.accounts.setPlan(id, 'none');
    const form_token = formTokenIn((await browser.get('/settings/delivery')).text);
    await browser.post('/pricing/switch-on', { form_token });
    expect((await admin.accounts.get(id)).plan).toBe('none');
  });
});

describe('an account that the operator creates', () => {
  it('has a key of its own and a person who signs in to it, with every page', async () => {
    const { server, admin, clientFor } = await administeredServer();
    const { id } = await admin.accounts.create({ name: ' Energy desk ', plan: 'none' });
    const { api_key } = await admin.keys.create(id, 'nightly job');
    const { account, plan } = await clientFor(api_key).account.overview();
    expect([account.id, account.name, plan.status]).toEqual([id, 'Energy desk', 'none']);

    const browser = new TestBrowser(server);
    const { url } = await admin.signIn(id, server.baseUrl);
    expect((await browser.signIn(url)).location).toBe('/settings/agents');
    expect((await browser.get('/settings/agents')).text).toContain('nightly job');
    expect((await browser.get('/pricing')).text).toContain('Only the operator of this server');
    expect((await new TestBrowser(server).signIn(url)).status).toBe(400);
  });

  it('has keys that are recognized by their first and last characters and their last use', async () => {
    const { server, admin, clientFor } = await administeredServer();
    const { id } = await admin.accounts.create({ name: 'Desk', plan: 'active' });
    const { api_key } = await admin.keys.create(id, 'ci');
    const [unused] = await admin.keys.list(id);
    expect(unused).toMatchObject({
      masked: `${api_key.slice(0, 6)}…${api_key.slice(-4)}`,
      last_used_at: null,
    });
    await clientFor(api_key).account.overview();
    await expect
      .poll(async () => (await admin.keys.list(id))[0]?.last_used_at, { timeout: 20_000 })
      .toBe('2026-11-20T12:00:00.000Z');
    const browser = new TestBrowser(server);
    await browser.signIn((await admin.signIn(id, server.baseUrl)).url);
    const { text } = await browser.get('/settings/agents');
    expect(text).toContain(`<code>${unused?.masked}</code>, created`);
    expect(text).toContain('last used');
    expect(text).not.toContain(api_key);
  });

  it('is in the list after those before it', async () => {
    const { admin } = await administeredServer();
    const { accounts } = await admin.accounts.list({ limit: 9 });
    const { id } = await admin.accounts.create({ name: 'New', plan: 'active' });
    const before = await admin.accounts.list({ limit: accounts.length });
    expect(before).toEqual({ accounts, has_more: true, next_cursor: expect.any(String) });
    // The list continues at the same place if the account of the cursor is deleted.
    await admin.accounts.delete(accounts.at(-1)?.id ?? '');
    const { next_cursor: cursor } = before;
    const rest = await admin.accounts.list({ limit: 1, cursor: cursor ?? undefined });
    expect(rest).toMatchObject({ accounts: [{ id }], has_more: false, next_cursor: null });
    const unknown = admin.accounts.list({ limit: 1, cursor: 'acc_1' });
    await expect(unknown).rejects.toMatchObject({ code: 'invalid' });
  });

  it('can be a member of a team, with or without its webhook permission', async () => {
    const { admin, clientFor } = await administeredServer();
    const team = await admin.teams.create('Desk');
    const accounts = [];
    for (const name of ['Ada', 'Bo']) {
      const { id } = await admin.accounts.create({ name, plan: 'active' });
      const { api_key } = await admin.keys.create(id, name);
      accounts.push({ id, client: clientFor(api_key) });
    }
    const [ada, bo] = accounts;
    if (!ada || !bo) throw new Error('there are two accounts');
    await admin.teams.setMember(team.id, { account_id: ada.id, webhooks: true });
    await admin.teams.setMember(team.id, { account_id: bo.id, webhooks: false });
    const monitor = await ada.client.monitors.create({ prompt: 'chip exports', team_id: team.id });
    expect((await bo.client.monitors.list()).monitors.map(({ id }) => id)).toEqual([monitor.id]);
    const { url } = await webhookReceiver(204);
    await expect(connect(bo.client, url, monitor.id)).rejects.toMatchObject({ code: 'forbidden' });
    await admin.teams.setMember(team.id, { account_id: bo.id, webhooks: true });
    await connect(bo.client, url, monitor.id);
    await admin.teams.removeMember(team.id, bo.id);
    expect((await bo.client.monitors.list()).monitors).toEqual([]);
  });
});

describe('an account that the operator disables', () => {
  it('is shut out of the API and the pages at once, and let in again', async () => {
    const { server, admin, clientFor } = await administeredServer();
    const { id } = await admin.accounts.create({ name: 'Desk', plan: 'active' });
    const { api_key } = await admin.keys.create(id, 'ci');
    const client = clientFor(api_key);
    const browser = new TestBrowser(server);
    await browser.signIn((await admin.signIn(id, server.baseUrl)).url);
    const { url } = await admin.signIn(id, server.baseUrl);

    expect((await admin.accounts.disable(id)).disabled_at).toBe('2026-11-20T12:00:00.000Z');
    await expect(client.account.overview()).rejects.toMatchObject({ code: 'unauthorized' });
    expect((await browser.get('/settings/agents')).location).toBe('/sign-in');
    expect((await new TestBrowser(server).signIn(url)).status).toBe(400);
    await expect(admin.signIn(id, server.baseUrl)).rejects.toMatchObject({ code: 'conflict' });
    await expect(admin.keys.create(id, 'late')).rejects.toMatchObject({ code: 'conflict' });

    await admin.accounts.enable(id);
    expect((await client.account.overview()).account.id).toBe(id);
    expect((await browser.get('/settings/agents')).location).toBe('/sign-in');
  });

  it('is shut out of MCP and OAuth on every server, and its assistants are let in again', async () => {
    const { server, admin, clock, location } = await administeredServer();
    const publicUrl = server.baseUrl;
    const other = closing(await startServer({ ...location, publicUrl, clock }));
    const assistant = await registered(server);
    const browser = new TestBrowser(server);
    await browser.signIn(server);
    const app = await connected(server);
    const { access_token, refresh_token = '' } = app.tokens;
    const { url, ...rest } = await authorizationRequest(assistant);
    const unused = { callback: await decided(browser, url), ...rest };
    const waiting = (await authorizationRequest(assistant)).url;
    const consent = (await browser.get(waiting.href)).location;
    const formToken = formTokenIn((await browser.get(consent)).text);
    const bearer = { authorization: `Bearer ${access_token}` };
    const statuses = async () => [
      (await postRpc(`${server.baseUrl}/mcp`, toolCall('usage'), bearer)).status,
      (await postRpc(`${other.baseUrl}/mcp`, toolCall('usage'), bearer)).status,
      (await postRpc(`${other.baseUrl}/mcp/${paidKey}`, toolCall('usage'))).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    await admin.accounts.disable('paid');
    expect(await statuses()).toEqual([401, 401, 401]);
    for (const refused of [
      await exchange(assistant, unused),
      await refreshed(app, refresh_token),
    ]) {
      expect(await refused.json()).toMatchObject({ error: 'invalid_grant' });
    }
    const allowed = await browser.post(consent, { form_token: formToken, decision: 'allow' });
    expect(allowed.location).toBe('/sign-in');
    await admin.accounts.enable('paid');
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await refreshed(app, refresh_token)).status).toBe(200);
  });

  it('has no runs and no attempts until it is enabled', async () => {
    const { server, admin, clock, clientFor } = await administeredServer();
    const { id } = await admin.accounts.create({ name: 'Desk', plan: 'active' });
    const { api_key } = await admin.keys.create(id, 'ci');
    const client = clientFor(api_key);
    const monitor = await client.monitors.create({ prompt: 'Tell me about chip exports' });
    await addSample(server, { now: startOfTime });
    const receiver = await webhookReceiver(500);
    const { channel } = await connect(client, receiver.url);
    await client.monitors.run({ id: monitor.id });
    const attempts = receiver.received.length;
    expect(attempts).toBe(1);
    const countRuns = async () => (await client.monitors.runs({ id: monitor.id })).runs.length;
    const runs = await countRuns();
    await admin.accounts.disable(id);
    clock.advance(3 * hour);
    await server.settled();
    expect(receiver.received).toHaveLength(attempts);
    await admin.accounts.enable(id);
    expect(await deliveryOf(client, channel.id)).toMatchObject({
      status: 'stopped',
      last_error: 'account_disabled',
    });
    expect(await countRuns()).toBe(runs);
    const [before] = (await client.monitors.list()).monitors;
    clock.advance(hour);
    await server.settled();
    const [after] = (await client.monitors.list()).monitors;
    expect(Date.parse(after?.last_run_at ?? '')).toBeGreaterThan(
      Date.parse(before?.last_run_at ?? ''),
    );
  });
});

describe('an account that the operator deletes', () => {
  it('leaves nothing that it owned, neither in the store nor as text in its files', async () => {
    const { server, admin, clientFor, folder, location } = await administeredServer();
    const { id } = await admin.accounts.create({ name: 'Zanzibarname', plan: 'active' });
    const other = await admin.accounts.create({ name: 'Other', plan: 'active' });
    const { api_key } = await admin.keys.create(id, 'Zanzibarkey');
    const otherKey = await admin.keys.create(other.id, 'other');
    const client = clientFor(api_key);
    await client.monitors.create({ prompt: 'chip exports of Zanzibarcorp' });
    await clientFor(otherKey.api_key).monitors.create({ prompt: 'chip exports' });
    await connect(client, (await webhookReceiver(204)).url);
    await admin.signIn(id, server.baseUrl);

    expect(await admin.accounts.delete(id)).toEqual({ id, monitors: 1 });
    await expect(admin.accounts.get(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.account.overview()).rejects.toMatchObject({ code: 'unauthorized' });
    const { monitors } = await clientFor(otherKey.api_key).monitors.list();
    expect(monitors).toHaveLength(1);
    if (location.database === undefined) {
      expect(foundInFolder(folder, /Zanzibar\w+/g)).toEqual(new Set());
    }
  });

  it('is deleted once if two operators delete it at the same time', async () => {
    const { admin, location } = await administeredServer();
    const second = await openAdmin(location);
    onTestFinished(() => second.close());
    const { id } = await admin.accounts.create({ name: 'Desk', plan: 'active' });
    const ends = await Promise.allSettled([admin, second].map((each) => each.accounts.delete(id)));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ code: 'not_found' })]);
    await expect(admin.accounts.get(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the operator is told what is wrong', () => {
  it.each<[string, string, (admin: Awaited<ReturnType<typeof openAdmin>>) => Promise<unknown>]>([
    ['an unknown account', 'not_found', (admin) => admin.accounts.disable('acc_x')],
    ['an unknown account of a key', 'not_found', (admin) => admin.keys.create('acc_x', 'ci')],
    ['an unknown key', 'not_found', (admin) => admin.keys.revoke('key_x')],
    ['an unknown team', 'not_found', (admin) => admin.teams.delete('team_x')],
    ['an empty name', 'invalid', (admin) => admin.teams.create('  ')],
    [
      'a long name',
      'invalid',
      (admin) => admin.accounts.create({ name: 'x'.repeat(101), plan: 'active' }),
    ],
    ['a plan that is no name', 'invalid', (admin) => firstAccount(admin, 'setPlan', 'Gold')],
    [
      'someone who is no member',
      'conflict',
      async (admin) => {
        const { id } = await admin.teams.create('Desk');
        return admin.teams.removeMember(id, 'acc_x');
      },
    ],
  ])('about %s', async (_what, code, act) => {
    const { admin } = await administeredServer();
    await expect(act(admin)).rejects.toMatchObject({ name: 'AdminError', code });
  });
});

async function firstAccount(
  admin: Awaited<ReturnType<typeof openAdmin>>,
  action: 'setPlan',
  value: string,
) {
  const { accounts } = await admin.accounts.list({ limit: 1 });
  return admin.accounts[action](accounts[0]?.id ?? '', value);
}
