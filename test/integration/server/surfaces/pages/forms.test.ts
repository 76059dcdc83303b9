import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { ManualClock } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { authorizationRequest, connected, registered } from '../../../../helpers/assistant.ts';
import { freePort } from '../../../../helpers/free-port.ts';
import { addSample } from '../../../../helpers/fresh-news.ts';
import { postRpc, toolCall } from '../../../../helpers/json-rpc.ts';
import { planSwitch } from '../../../../helpers/plan-switch.ts';
import { paidKey, testServer, unpaidKey } from '../../../../helpers/server.ts';
import { formTokenIn, TestBrowser } from '../../../../helpers/test-browser.ts';
import { clientOf, connect } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

async function signedIn(options: Parameters<typeof testServer>[0] = {}) {
  const server = await testServer(options);
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const call = (path: string, key: string) =>
    fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
  return { server, browser, call };
}

describe('the delivery page', () => {
  const page = '/settings/delivery';
  const actionsIn = (text: string) =>
    [...text.matchAll(/action="\/settings\/delivery\/(\w+)"/g)].map(([, name]) => name);

  it('pauses, resumes, disables and enables a connection', async () => {
    const { server, browser } = await signedIn({ allowPrivateWebhooks: true });
    const client = clientOf(server);
    const { channel } = await connect(client, 'http://127.0.0.1:9/hook');
    const { id } = channel;
    for (const [action, status, flash, note, next] of [
      ['pause', 'paused', 'Paused.', 'Events are kept for seven days', ['resume', 'disable']],
      ['resume', 'active', 'Resumed.', 'Connect a webhook', ['pause', 'disable']],
      ['disable', 'disabled', 'Disabled.', 'are not sent later', ['enable']],
      ['enable', 'active', 'Enabled.', 'Connect a webhook', ['pause', 'disable']],
    ] as const) {
      await browser.submit(page, `${page}/${action}`, { id });
      const { text } = await browser.get(page);
      expect(text).toContain(flash);
      expect(text).toContain(note);
      expect(actionsIn(text)).toEqual(['test', ...next, 'remove', 'connect']);
      expect((await client.delivery.get()).channels).toMatchObject([{ status }]);
    }
  });

  it('names the monitor of each delivery, and tests', async () => {
    const { server, browser } = await signedIn({ allowPrivateWebhooks: true });
    const client = clientOf(server);
    const receiver = await webhookReceiver(204);
    const { channel } = await connect(client, receiver.url);
    const monitor = await client.monitors.create({ prompt: 'Tell me about chip exports' });
    await client.monitors.edit({ id: monitor.id, title: 'The desk' });
    await addSample(server, { edition: 'again' });
    await client.monitors.run({ id: monitor.id });
    await client.delivery.test({ channel_id: channel.id });
    const { text } = await browser.get(page);
    expect(text).toContain('Delivered</span> <bdi>The desk</bdi>');
    expect(text).toContain('Delivered</span> <bdi>Test</bdi>');
    await client.monitors.delete({ id: monitor.id });
    expect((await browser.get(page)).text).toContain('<bdi>Removed monitor</bdi>');
  });

  it('names the monitor of a connection by its title only, also on the page of one that has ended', async () => {
    const { server, browser } = await signedIn({ allowPrivateWebhooks: true });
    const client = clientOf(server);
    const { id: monitor_id } = await client.monitors.create({ prompt: 'Tell me about otters' });
    const { channel } = await client.delivery.connect({
      platform: 'webhook',
      webhook_url: 'https://hooks.example.com/',
      monitor_id,
    });
    const pages = [page, `${page}/connections/${channel.id}`];
    const shown = async (path: string) =>
      (await browser.get(path)).text.replaceAll(/<[^>]*(value|id)="[^>]*>/g, '');
    await client.monitors.delete({ id: monitor_id });
    for (const path of pages) {
      expect(await shown(path)).toContain('Removed monitor');
      expect(await shown(path)).not.toContain(monitor_id);
    }
    await (await planSwitch(server))('off');
    expect(await shown(page)).toContain('<bdi>Removed monitor</bdi>');
    expect(await shown(page)).not.toContain(monitor_id);
  });

  it('says why a delivery was stopped after a response, and keeps quiet about the pause without a plan', async () => {
    const { server, browser } = await signedIn({ allowPrivateWebhooks: true });
    const client = clientOf(server);
    const receiver = await webhookReceiver(503);
    const { channel } = await connect(client, receiver.url);
    await client.delivery.test({ channel_id: channel.id });
    await client.delivery.set({ channel_id: channel.id, status: 'paused' });
    const { text } = await browser.get(page);
    expect(text).toContain('The connection is paused; the event is sent when it is resumed');
    expect(text).not.toContain('connection_paused');
    const switchPlan = await planSwitch(server);
    await switchPlan('off');
    expect((await browser.get(page)).text).not.toContain('Events are kept for seven days');
  });

  it('says why a connection has ended, and until when its previous secret is valid', async () => {
    const { server, browser } = await signedIn({ allowPrivateWebhooks: true });
    const client = clientOf(server);
    const monitor = await client.monitors.create({ prompt: 'Tell me about otters' });
    const { channel } = await connect(client, 'http://127.0.0.1:9/hook', monitor.id);
    await client.delivery.rotate_secret({ channel_id: channel.id });
    await client.monitors.delete({ id: monitor.id });
    const { text } = await browser.get(page);
    expect(text).toContain('Its monitor was deleted.');
    expect(text).toContain(
      `<a href="/settings/delivery/connections/${channel.id}">Choose what it delivers</a>`,
    );
    expect(text).toContain('Events are signed with the previous secret too until');
    expect(actionsIn(text)).toEqual(['test', 'remove', 'connect']);
    expect(text).not.toContain('whsec_');
    // A form of a page that was opened before.
    await browser.submit(page, `${page}/pause`, { id: channel.id });
    const failed = (await browser.get(page)).text;
    expect(failed).toContain(
      'has ended, because its monitor was deleted. Choose what it delivers,',
    );
    expect(failed).not.toMatch(/all_monitors|delivery disconnect/);
  });
});

describe('a form', () => {
  it('may be sent in chunks, as by a proxy', async () => {
    const server = await testServer();
    const link = new URL(await server.settingsUrl()).searchParams.get('token') ?? '';
    const sent = request(`${server.baseUrl}/sign-in`, {
      method: 'POST',
      headers: {
        origin: server.baseUrl,
        'content-type': 'application/x-www-form-urlencoded',
        'transfer-encoding': 'chunked',
      },
    });
    sent.write('link=');
    sent.end(encodeURIComponent(link));
    const [response]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(303);
    response.resume();
  });

  it.each(['OPTIONS', 'DELETE', 'PUT'])(
    'is not accepted with %s, with or without a body',
    async (method) => {
      const { baseUrl } = await testServer();
      const headers = { origin: baseUrl };
      const bare = await fetch(`${baseUrl}/pricing`, { method, headers });
      expect(bare.status).toBe(404);
      const form = await fetch(`${baseUrl}/pricing/switch-off`, { method, headers, body: 'a=b' });
      expect(form.status).toBe(404);
    },
  );
});

describe('signing in', () => {
  it('accepts a link once, and opening the page does not consume it', async () => {
    const server = await testServer();
    const browser = new TestBrowser(server);
    const link = await server.settingsUrl();
    expect((await browser.get(link)).status).toBe(200);
    expect((await browser.get(link)).status).toBe(200);
    expect((await browser.signIn(link)).location).toBe('/settings/agents');
    const second = await new TestBrowser(server).signIn(link);
    expect(second.status).toBe(400);
    expect(second.text).toContain('no longer works');
    expect(second.text).toContain('Ask the operator of this server for a link');
    expect(second.text).toContain('newswatch admin sign-in ID');
    expect(second.text).toMatch(/For the first account of a server.*SIGUSR2/s);
  });

  it('says that a text is no link if it is none', async () => {
    const { text, status } = await new TestBrowser(await testServer()).signIn('my account please');
    expect(status).toBe(400);
    expect(text).toContain('This is not a sign-in link');
    expect(text).not.toContain('already used');
  });

  it('does not accept a link after an hour', async () => {
    const clock = new ManualClock('2026-11-20T12:00:00Z');
    const server = await testServer({ clock });
    const link = await server.settingsUrl();
    clock.advance(60 * 60_000);
    expect((await new TestBrowser(server).signIn(link)).status).toBe(400);
    expect((await new TestBrowser(server).signIn(server)).status).toBe(303);
  });

  it('lasts two weeks', async () => {
    const clock = new ManualClock('2026-11-20T12:00:00Z');
    const { browser } = await signedIn({ clock });
    clock.advance(14 * 24 * 60 * 60_000 - 1);
    expect((await browser.get('/settings/agents')).status).toBe(200);
    clock.advance(1);
    expect((await browser.get('/settings/agents')).location).toBe('/sign-in');
  });

  it('ends with signing out, for a copy of the cookie too', async () => {
    const { browser } = await signedIn();
    const session = browser.cookies.get('newswatch_session') ?? '';
    await browser.submit('/settings/agents', '/sign-out');
    browser.cookies.set('newswatch_session', session);
    expect((await browser.get('/settings/agents')).location).toBe('/sign-in');
  });

  it('hides its cookie from scripts and other sites, and limits it to HTTPS behind HTTPS', async () => {
    const plain = await testServer();
    const [cookie] = (await new TestBrowser(plain).signIn(plain)).headers.getSetCookie();
    expect(cookie).toMatch(/; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);

    const publicUrl = 'https://news.example.com';
    const port = await freePort();
    const link = await (await testServer({ publicUrl, port })).settingsUrl();
    expect(link.startsWith(`${publicUrl}/sign-in?token=`)).toBe(true);
    const behindProxy = request(`http://127.0.0.1:${port}/sign-in`, {
      method: 'POST',
      headers: {
        host: 'news.example.com',
        origin: publicUrl,
        'content-type': 'application/x-www-form-urlencoded',
      },
    }).end(new URLSearchParams({ link }).toString());
    const [response] = (await once(behindProxy, 'response')) as [IncomingMessage];
    response.resume();
    const cookies = response.headers['set-cookie'] ?? [];
    for (const each of cookies) {
      expect(each).toMatch(/^__Host-newswatch_\w+=.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    }
    const [session = ''] = cookies[0]?.split(';') ?? [];
    const withCookie = async (value: string) => {
      const headers = { host: 'news.example.com', cookie: value };
      const sent = request(`http://127.0.0.1:${port}/settings/agents`, { headers }).end();
      const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
      return statusCode;
    };
    expect(await withCookie(session)).toBe(200);
    expect(await withCookie(session.replace('__Host-', ''))).toBe(303);
  });
});

describe('the message of a form', () => {
  it('is in a cookie that scripts cannot read', async () => {
    const { browser } = await signedIn();
    const { headers } = await browser.submit('/pricing', '/pricing/switch-off');
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^newswatch_flash=.*; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await browser.get('/pricing')).text).toContain('The plan is off.');
    expect((await browser.get('/pricing')).text).not.toContain('The plan is off.');
  });

  it('is not shown if it was not signed for this session', async () => {
    const { browser } = await signedIn();
    const other = (await signedIn()).browser;
    await other.submit('/pricing', '/pricing/switch-off');
    browser.cookies.set('newswatch_flash', other.cookies.get('newswatch_flash') ?? '');
    const { status, text } = await browser.get('/pricing');
    expect(status).toBe(200);
    expect(text).not.toContain('The plan is off.');
  });
});

describe('the profile', () => {
  const path = '/settings/profile';

  it('is changed by its form, and is used by the pages', async () => {
    const { browser, server } = await signedIn();
    const { profile } = clientOf(server);
    const utc = (await browser.get('/settings/agents')).text;
    expect(utc).toMatch(
      /<time datetime="[^"]+" lang="en">[A-Z][a-z]{2} \d+, \d{4}, [^<]+ UTC<\/time>/,
    );
    const changes = {
      ...(await profile.get()),
      name: 'Zoë <b>',
      time_zone: 'Asia/Tokyo',
      language: 'de',
      briefing: 'weekly',
      briefing_time: '06:30',
      briefing_day: 'friday',
    };
    expect(await browser.submit(path, path, changes)).toMatchObject({
      status: 303,
      location: path,
    });
    expect(await profile.get()).toEqual(changes);
    const { text } = await browser.get(path);
    expect(text).toContain('The profile was saved.');
    expect(text).toContain('Zoë &lt;b&gt;');
    for (const value of ['Asia/Tokyo', 'weekly', 'friday']) {
      expect(text).toContain(`<option value="${value}" selected="">`);
    }
    const tokyo = (await browser.get('/settings/agents')).text;
    expect(tokyo).toMatch(/<time datetime="[^"]+" lang="de">[^<]+ (GMT\+9|JST)<\/time>/);
  });

  it('shows why a change is rejected, and keeps what was entered', async () => {
    const { browser, server } = await signedIn();
    const { profile } = clientOf(server);
    const before = await profile.get();
    const form = { ...before, name: 'Another', language: 'klingon' };
    const { status, text } = await browser.submit(path, path, form);
    expect(status).toBe(400);
    expect(text).toContain('must be a BCP 47 language tag');
    expect(text).toContain('value="klingon"');
    expect(text).toContain('value="Another"');
    expect(await profile.get()).toEqual(before);
  });

  it('cannot change anything else', async () => {
    const { browser, server } = await signedIn();
    await browser.submit(path, path, { name: 'Zoë', plan: 'none', id: 'unpaid' });
    const { account, plan } = await clientOf(server).account.overview();
    expect({ account, plan }).toMatchObject({
      account: { id: 'paid', name: 'Zoë' },
      plan: { status: 'active' },
    });
  });

  it('is shown without a plan', async () => {
    const { browser } = await signedIn();
    await browser.submit('/pricing', '/pricing/switch-off');
    const { status, text } = await browser.get(path);
    expect(status).toBe(200);
    expect(text).toContain('Briefings need a plan.');
  });
});

describe('API keys', () => {
  it('are shown once, and creating and revoking them takes effect at once', async () => {
    const { browser, call } = await signedIn();
    const created = await browser.submit('/settings/agents', '/settings/agents/make-key', {
      name: 'for <b>CI</b>',
    });
    expect(created).toMatchObject({ status: 303, location: '/settings/agents' });
    const shown = await browser.get('/settings/agents');
    const [key = ''] = /nw_[\w-]{20,}/.exec(shown.text) ?? [];
    expect(shown.text).toContain('for &lt;b&gt;CI&lt;/b&gt;');
    expect((await browser.get('/settings/agents')).text).not.toContain(key);
    expect((await call('/api/v1/usage', key)).status).toBe(200);

    const ids = [...shown.text.matchAll(/value="(key_[^"]+)"/g)].map(([, id = '']) => id);
    const id = ids.at(-1) ?? '';
    await browser.submit('/settings/agents', '/settings/agents/revoke-key', { id });
    expect((await call('/api/v1/usage', key)).status).toBe(401);
    expect((await call('/api/v1/usage', paidKey)).status).toBe(200);
  });

  it.each([
    ['no name', ' ', 'must not be empty'],
    ['a long name', 'x'.repeat(101), 'at most 100 characters'],
  ])('are not created with %s', async (_, name, words) => {
    const { browser } = await signedIn();
    const { status, text } = await browser.submit('/settings/agents', '/settings/agents/make-key', {
      name,
    });
    expect(status).toBe(400);
    expect(text).toMatch(new RegExp(`<p class="error" id="name-error">[^<]*${words}`));
    const [input = ''] = /<input[^>]* id="name"[^>]*>|<input id="name"[^>]*>/.exec(text) ?? [];
    expect(input).toContain('aria-describedby="name-error"');
    expect(input).toContain('aria-invalid="true"');
    expect(input).toContain(`value="${name}"`);
    expect(text).not.toMatch(/nw_[\w-]{20,}/);
  });

  it('are limited to 100, not counting revoked ones', async () => {
    const { browser } = await signedIn();
    const make = () =>
      browser.submit('/settings/agents', '/settings/agents/make-key', { name: 'CI' });
    for (let count = 1; count < 100; count += 1) await make();
    const { text } = await make();
    expect(text).toContain('There are already 100 keys; revoke one first');
    const ids = [...text.matchAll(/value="(key_[^"]+)"/g)].map(([, id = '']) => id);
    expect(ids).toHaveLength(100);
    const revoked = { id: ids.at(-1) ?? '' };
    await browser.submit('/settings/agents', '/settings/agents/revoke-key', revoked);
    await make();
    expect((await browser.get('/settings/agents')).text).toMatch(/nw_[\w-]{20,}/);
  });

  it('of another account cannot be revoked', async () => {
    const { server, browser, call } = await signedIn();
    const text = (await browser.get('/settings/agents')).text;
    expect(text.match(/value="key_/g)).toHaveLength(1);
    await browser.submit('/settings/agents', '/settings/agents/revoke-key', { id: 'key_other' });
    expect((await browser.get('/settings/agents')).text).toContain('There is no such key');
    expect((await call('/api/v1/usage', unpaidKey)).status).toBe(200);
    expect(server.apiKey).toBe(paidKey);
  });
});

describe('the plan', () => {
  it('is changed on the page that plan_required links to', async () => {
    const { browser, call } = await signedIn();
    await browser.submit('/pricing', '/pricing/switch-off');
    const rejected = await call('/api/v1/news/latest', paidKey);
    expect(rejected.status).toBe(402);
    const { url } = (await rejected.json()) as { url: string };
    expect((await browser.get(url)).text).toContain('Turn the plan on');
    await browser.submit('/pricing', '/pricing/switch-on');
    expect((await call('/api/v1/news/latest', paidKey)).status).toBe(200);
  });

  it('cannot be changed with an API key', async () => {
    const { baseUrl } = await testServer();
    const response = await fetch(`${baseUrl}/pricing/switch-on`, {
      method: 'POST',
      headers: { authorization: `Bearer ${unpaidKey}`, origin: baseUrl },
      body: new URLSearchParams(),
      redirect: 'manual',
    });
    expect(response.headers.get('location')).toBe('/sign-in');
  });

  it('is not needed to disable and remove connections on the delivery page', async () => {
    const { server, browser } = await signedIn({ allowPrivateWebhooks: true });
    const client = clientOf(server);
    const { channel } = await connect(client, 'http://127.0.0.1:9/hook');
    const page = '/settings/delivery';
    await browser.submit('/pricing', '/pricing/switch-off');
    const { status, text } = await browser.get(page);
    expect(status).toBe(200);
    expect(text).toContain('Delivery needs a plan');
    expect(text).toContain('href="/pricing"');
    expect(text).toContain('http://127.0.0.1:9/hook');
    const actions = [...text.matchAll(/action="\/settings\/delivery\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(actions).toEqual(['disable', 'remove']);

    const { id } = channel;
    await browser.submit(page, `${page}/disable`, { id });
    const disabled = await browser.get(page);
    expect(disabled.text).toContain('Disabled. Queued deliveries were stopped.');
    expect(disabled.text).not.toContain('/settings/delivery/disable');
    for (const action of ['enable', 'test']) {
      await browser.submit(page, `${page}/${action}`, { id });
      expect((await browser.get(page)).text).toContain('News and monitoring need a paid plan.');
    }
    await browser.submit(page, `${page}/remove`, { id });
    expect((await browser.get(page)).text).toContain('Removed. Queued deliveries were stopped.');
    await browser.submit('/pricing', '/pricing/switch-on');
    expect((await client.delivery.get()).channels).toEqual([]);
  });

  it('is not needed to revoke keys and assistants', async () => {
    const server = await testServer();
    const { browser, tokens } = await connected(server);
    const { baseUrl } = server;
    await browser.submit('/pricing', '/pricing/switch-off');
    const page = '/settings/agents';
    const { text } = await browser.get(page);
    for (const action of ['revoke-key', 'revoke-assistant']) {
      const form = text.slice(text.indexOf(`${page}/${action}"`));
      const id = /name="id" value="([^"]+)"/.exec(form)?.[1] ?? '';
      await browser.submit(page, `${page}/${action}`, { id });
    }
    expect((await browser.get(page)).text).toContain('You have no API keys.');
    expect((await browser.get(page)).text).toContain('No assistant is connected.');
    for (const token of [paidKey, tokens.access_token]) {
      const headers = { authorization: `Bearer ${token}` };
      const { status } = await postRpc(`${baseUrl}/mcp`, toolCall('account.overview'), headers);
      expect(status).toBe(401);
    }
  });
});

it("the pages of delivery name a team's monitor that a connection does not cover", async () => {
  const { server, browser } = await signedIn({
    allowPrivateWebhooks: true,
    fixture: {
      accounts: [{ id: 'paid', keys: [paidKey] }],
      teams: [{ id: 'desk', members: [{ account: 'paid' }] }],
      monitors: [{ id: 'mon_team', team: 'desk', title: 'Chips at sea', prompt: 'chip exports' }],
    },
  });
  const { channel } = await connect(clientOf(server), 'http://127.0.0.1:9/hook');
  const reason = 'ot sent, because the webhook permission of the team is missing: Chips at sea';
  for (const path of ['', `/connections/${channel.id}`]) {
    expect((await browser.get(`/settings/delivery${path}`)).text).toContain(reason);
  }
});

describe('a form', () => {
  const fields = { name: 'stolen' };
  const target = '/settings/agents/make-key';

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
  ])('from %s is rejected, even with a valid token', async (_, headers) => {
    const { browser } = await signedIn();
    const form_token = formTokenIn((await browser.get('/settings/agents')).text);
    const response = await browser.post(target, { form_token, ...fields }, headers);
    expect(response.status).toBe(403);
    expect((await browser.get('/settings/agents')).text).not.toContain('stolen');
  });

  it.each([
    ['JSON from another site', { origin: 'https://evil.example' }, 'application/json', 403],
    ['text from another site', { origin: 'https://evil.example' }, 'text/plain', 403],
    ['a form without an origin', {}, 'application/x-www-form-urlencoded', 403],
    ['JSON from this site', 'own', 'application/json', 415],
    ['a body without a type', 'own', '', 415],
  ])('for signing in is rejected if it is %s', async (_, from, type, status) => {
    const server = await testServer();
    const link = await server.settingsUrl();
    const origin = from === 'own' ? { origin: server.baseUrl } : from;
    const send = (headers: Record<string, string>) =>
      fetch(`${server.baseUrl}/sign-in`, {
        method: 'POST',
        headers,
        body: Buffer.from(`link=${encodeURIComponent(link)}`),
        redirect: 'manual',
      });
    const response = await send({ ...origin, ...(type && { 'content-type': type }) });
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await new TestBrowser(server).signIn(link)).status).toBe(303);
  });

  it('that the browser says is from another site is rejected', async () => {
    const { browser } = await signedIn();
    const form_token = formTokenIn((await browser.get('/settings/agents')).text);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await browser.post(target, { form_token, ...fields }, headers)).status).toBe(403);
  });

  it('without the token of the session is rejected', async () => {
    const { server, browser } = await signedIn();
    const other = new TestBrowser(server);
    await other.signIn(server);
    const form_token = formTokenIn((await other.get('/settings/agents')).text);
    expect((await browser.post(target, fields)).status).toBe(403);
    expect((await browser.post(target, { form_token, ...fields })).status).toBe(403);
  });

  it('for consent from another site approves nothing', async () => {
    const { server, browser } = await signedIn();
    const { url } = await authorizationRequest(await registered(server));
    const consent = (await browser.get(url.href)).location;
    const form_token = formTokenIn((await browser.get(consent)).text);
    const allow = { decision: 'allow', form_token };
    expect((await browser.post(consent, allow, { origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await browser.post(consent, { decision: 'allow' })).status).toBe(403);
    expect((await browser.get('/settings/agents')).text).toContain('No assistant is connected');
  });

  it('for a consent request of another browser approves nothing', async () => {
    const { server, browser } = await signedIn();
    const attacker = new TestBrowser(server);
    await attacker.signIn(server);
    const { url } = await authorizationRequest(await registered(server));
    const consent = (await attacker.get(url.href)).location;
    const shown = await browser.get(consent);
    expect(shown).toMatchObject({ status: 400 });
    expect(shown.text).toContain('has expired');
    const { status } = await browser.submit('/settings/agents', consent, { decision: 'allow' });
    expect(status).toBe(400);
  });

  it('for a consent request approves no other request, even if its cookie is set', async () => {
    const { server, browser } = await signedIn();
    const consents = [];
    for (const client_name of ['Good', 'Bad']) {
      const { url } = await authorizationRequest(await registered(server, { client_name }));
      consents.push((await browser.get(url.href)).location);
    }
    const [good = ''] = consents;
    // The cookie is now that of the second request.
    expect(await browser.get(good)).toMatchObject({ status: 400 });
    const { status } = await browser.submit('/settings/agents', good, { decision: 'allow' });
    expect(status).toBe(400);
  });

  it('of a megabyte is rejected', async () => {
    const { browser } = await signedIn();
    expect((await browser.post(target, { name: 'x'.repeat(1_000_000) })).status).toBe(413);
  });
});

describe('every page', () => {
  it.each([
    '/sign-in',
    '/settings/agents',
    '/settings/delivery',
    '/settings/monitors',
    '/settings/teams',
    '/pricing',
    '/nowhere',
  ])('%s runs no script, cannot be framed and leaks no referrer', async (path) => {
    const { browser } = await signedIn();
    const { headers, text } = await browser.get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).not.toContain('<script');
    expect(text).toMatch(/^<!DOCTYPE html>/);
  });

  it('at another host name links to the right one', async () => {
    const { browser, server } = await signedIn();
    const { status, text } = await browser.get(
      server.baseUrl.replace('127.0.0.1', 'localhost').concat('/pricing'),
    );
    expect(status).toBe(421);
    expect(text).toContain(server.baseUrl);
  });

  it('that does not exist is an HTML page for browsers and JSON for programs', async () => {
    const { browser, server } = await signedIn();
    expect(await browser.get('/nowhere')).toMatchObject({ status: 404 });
    const program = await fetch(`${server.baseUrl}/nowhere`);
    expect(await program.json()).toMatchObject({ error: 'not_found' });
  });
});
