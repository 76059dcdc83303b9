import { ManualClock } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { addSample } from '../../../../helpers/fresh-news.ts';
import { planSwitch } from '../../../../helpers/plan-switch.ts';
import { testServer } from '../../../../helpers/server.ts';
import { signedInBrowser } from '../../../../helpers/signed-in-browser.ts';
import { formTokenIn, TestBrowser } from '../../../../helpers/test-browser.ts';
import { connect, startOfTime } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const page = '/settings/delivery';
const connectionPage = (id: string) => `${page}/connections/${id}`;
const eventPage = (id: string) => `${page}/events/${id}`;
const secretIn = (text: string) => /whsec_[\w-]+/.exec(text)?.[0];

describe('the form for a new connection', () => {
  const action = `${page}/connect`;

  it('connects a webhook, and shows its signing secret once', async () => {
    const { browser, client } = await signedInBrowser();
    const { id } = await client.monitors.create({ prompt: 'Tell me about otters' });
    const { status, location } = await browser.submit(page, action, {
      webhook_url: ' https://hooks.example.com/in?token=abc ',
      name: 'Desk <i>',
      monitor_id: id,
    });
    expect(status).toBe(303);
    const { text } = await browser.get(location);
    expect(secretIn(text)).toBeTruthy();
    expect(secretIn((await browser.get(location)).text)).toBeUndefined();
    expect(text).toContain('Desk &lt;i&gt;');
    const { channels } = await client.delivery.get();
    expect(channels).toMatchObject([
      { webhook_url: 'https://hooks.example.com/in?token=abc', name: 'Desk <i>', monitor_id: id },
    ]);
    const list = (await browser.get(page)).text;
    expect(list).toContain('https://hooks.example.com/in?token=***');
    expect(list).not.toContain('token=abc');
  });

  it.each([
    ['a private address', 'https://10.0.0.1/hook', /private|public/i],
    ['no encryption', 'http://hooks.example.com/', /https/],
    ['no URL', 'nowhere "><script>', /URL/],
    ['nothing', '', /empty/],
  ])('ties the reason to its field and keeps what was entered: %s', async (_, url, reason) => {
    const { browser, client } = await signedInBrowser({ allowPrivateWebhooks: false });
    const form = { webhook_url: url, name: 'Desk' };
    const { status, text } = await browser.submit(page, action, form);
    expect(status).toBe(400);
    const [, message = ''] = /<p class="error" id="webhook_url-error">([^<]*)/.exec(text) ?? [];
    expect(message).toMatch(reason);
    expect(message).not.toContain('webhook_url');
    const [input = ''] = /<input id="webhook_url"[^>]*>/.exec(text) ?? [];
    expect(input).toContain('aria-describedby="webhook_url-error webhook_url-hint"');
    expect(input).toContain('aria-invalid="true"');
    expect(text).toContain('value="Desk"');
    expect(text).not.toContain('<script');
    expect((await client.delivery.get()).channels).toEqual([]);
  });

  it('sent twice connects once, and does not lose the secret', async () => {
    const { browser, client } = await signedInBrowser();
    const form = { webhook_url: 'https://hooks.example.com/' };
    const form_token = formTokenIn((await browser.get(page)).text);
    const first = await browser.post(action, { form_token, ...form });
    const second = await browser.post(action, { form_token, ...form });
    expect(second).toMatchObject({ status: 400 });
    expect(second.text).toContain('Another connection already delivers the same to this URL.');
    expect(secretIn((await browser.get(first.location)).text)).toBeTruthy();
    expect((await client.delivery.get()).channels).toHaveLength(1);
  });

  it('does not accept the monitor of another account', async () => {
    const { browser, client, other } = await signedInBrowser();
    const { id } = await other.monitors.create({ prompt: 'Tell me about otters' });
    const form = { webhook_url: 'https://hooks.example.com/', monitor_id: id };
    const { status, text } = await browser.submit(page, action, form);
    expect(status).toBe(400);
    expect(text).toMatch(/<p class="error" id="monitor_id-error">You have no monitor/);
    expect((await client.delivery.get()).channels).toEqual([]);
  });

  it('ties the reason to the monitor if its team does not permit the connection', async () => {
    const { browser } = await signedInBrowser({
      fixture: {
        teams: [{ id: 'desk', members: [{ account: 'paid' }, { account: 'other' }] }],
        monitors: [{ id: 'mon_desk', team: 'desk', account: 'other', prompt: 'otters' }],
      },
    });
    const form = { webhook_url: 'https://hooks.example.com/', monitor_id: 'mon_desk' };
    const { status, text } = await browser.submit(page, action, form);
    expect(status).toBe(400);
    expect(text).toMatch(/<p class="error" id="monitor_id-error">The team does not let you/);
  });

  it('says that the account has all connections of its plan, at no field', async () => {
    const { browser, client } = await signedInBrowser({ quotas: { connections: 1 } });
    const submit = (webhook_url: string) => browser.submit(page, action, { webhook_url });
    await submit('https://hooks.example.com/');
    const beyond = await submit('https://hooks.example.com/2');
    expect(beyond.status).toBe(400);
    expect(beyond.text).toContain('The plan of this account allows 1 connection: delete one');
    expect(beyond.text).not.toContain('class="error"');
    expect(beyond.text).toContain('value="https://hooks.example.com/2"');
    const same = await submit('https://hooks.example.com/');
    expect(same.text).toContain('Another connection already delivers the same to this URL.');
    expect((await client.delivery.get()).channels).toHaveLength(1);
  });

  it('names no monitor that cannot be connected', async () => {
    const { browser } = await signedInBrowser({
      fixture: {
        teams: [
          {
            id: 'with',
            name: 'with',
            members: [{ account: 'paid', webhooks: true }, { account: 'other' }],
          },
          { id: 'without', members: [{ account: 'paid' }, { account: 'other', webhooks: true }] },
        ],
        monitors: [
          { id: 'mon_yes', team: 'with', account: 'other', title: 'Yes', prompt: 'otters' },
          { id: 'mon_no', team: 'without', account: 'other', title: 'No', prompt: 'otters' },
        ],
      },
    });
    const { text } = await browser.get(page);
    expect(text).toContain('<option value="" selected="">All your monitors</option>');
    const group = '<optgroup label="Team with"><option value="mon_yes">Yes</option></optgroup>';
    expect(text).toContain(group);
    expect(text).not.toContain('mon_no');
  });

  it('does nothing without a plan', async () => {
    const { server, browser, client } = await signedInBrowser();
    const { text } = await browser.get(page);
    expect(text).toContain('No webhook is connected yet.');
    await (await planSwitch(server))('off');
    const sent = await browser.submit(page, action, { webhook_url: 'https://hooks.example.com/' });
    expect(sent.status).toBe(400);
    expect(sent.text).toContain('News and monitoring need a paid plan.');
    await (await planSwitch(server))('on');
    expect((await client.delivery.get()).channels).toEqual([]);
  });
});

describe('the page of a connection', () => {
  const edit = `${page}/edit`;
  const rotate = `${page}/rotate`;

  it('changes only what was changed in the form, so that a stale one undoes nothing', async () => {
    const { browser, client } = await signedInBrowser();
    const { channel } = await connect(client, 'https://hooks.example.com/old');
    const { id } = channel;
    const old = {
      id,
      was_webhook_url: channel.webhook_url,
      was_name: '',
      was_monitor_id: '',
      webhook_url: channel.webhook_url,
      name: '',
      monitor_id: '',
    };
    const { text } = await browser.get(connectionPage(id));
    expect(text).toContain('name="was_webhook_url" value="https://hooks.example.com/old"');
    await client.delivery.set({ channel_id: id, webhook_url: 'https://hooks.example.com/new' });
    await browser.submit(page, edit, { ...old, name: 'Desk' });
    expect((await browser.get(connectionPage(id))).text).toContain('The connection was saved.');
    expect((await client.delivery.get()).channels).toMatchObject([
      { webhook_url: 'https://hooks.example.com/new', name: 'Desk', monitor_id: null },
    ]);
    const rejected = { ...old, webhook_url: 'ftp://hooks.example.com/', name: 'Kept' };
    const { status, text: shown } = await browser.submit(page, edit, rejected);
    expect(status).toBe(400);
    expect(shown).toContain('id="webhook_url-error"');
    expect(shown).toContain('value="Kept"');
  });

  it('sets and removes the scope and the name', async () => {
    const { browser, client } = await signedInBrowser();
    const { channel } = await connect(client, 'https://hooks.example.com/');
    const { id } = channel;
    const monitor = await client.monitors.create({ prompt: 'Tell me about otters' });
    const was = { was_webhook_url: channel.webhook_url, webhook_url: channel.webhook_url };
    await browser.submit(page, edit, { id, ...was, monitor_id: monitor.id, name: 'Desk' });
    expect((await client.delivery.get()).channels).toMatchObject([
      { monitor_id: monitor.id, name: 'Desk' },
    ]);
    const before = { was_monitor_id: monitor.id, was_name: 'Desk' };
    await browser.submit(page, edit, { id, ...was, ...before, monitor_id: '', name: '' });
    expect((await client.delivery.get()).channels).toMatchObject([
      { monitor_id: null, name: null },
    ]);
  });

  it('rotates the secret once, and again only if the previous one is ended', async () => {
    const clock = new ManualClock(startOfTime);
    const { browser, client } = await signedInBrowser({ clock });
    const { channel, signing_secret } = await connect(client, 'https://hooks.example.com/');
    const { id } = channel;
    const form = { id, previous_valid_hours: '1' };
    expect(await browser.submit(page, rotate, form)).toMatchObject({ status: 303 });
    const { text } = await browser.get(connectionPage(id));
    expect(secretIn(text)).not.toBe(signing_secret);
    expect(text).toContain('Events are signed with the previous secret too until');
    expect(text).toContain('datetime="2026-11-20T13:00:00.000Z"');
    const again = await browser.submit(connectionPage(id), rotate, form);
    expect(again.status).toBe(400);
    expect(again.text).toContain('The secret was rotated already');
    await browser.submit(connectionPage(id), rotate, { ...form, replace: 'yes' });
    const third = secretIn((await browser.get(connectionPage(id))).text);
    expect(third).toBeTruthy();
    expect(third).not.toBe(secretIn(text));
    const odd = await browser.submit(connectionPage(id), rotate, {
      id,
      previous_valid_hours: '1e9',
    });
    expect(odd.status).toBe(400);
  });

  it('keeps the secret that a form shows if the same form is sent again', async () => {
    const { browser, client } = await signedInBrowser();
    const { channel } = await connect(client, 'https://hooks.example.com/');
    const form = { id: channel.id, previous_valid_hours: '24' };
    const form_token = formTokenIn((await browser.get(page)).text);
    await browser.post(rotate, { form_token, ...form });
    expect((await browser.post(rotate, { form_token, ...form })).status).toBe(400);
    expect(secretIn((await browser.get(connectionPage(channel.id))).text)).toBeTruthy();
  });

  it('shows and changes nothing of another account', async () => {
    const { browser, other } = await signedInBrowser();
    const { channel } = await connect(other, 'https://hooks.example.com/secret-path');
    const { id } = channel;
    expect(await browser.get(connectionPage(id))).toMatchObject({ status: 404 });
    for (const action of [edit, rotate]) {
      const form = { id, webhook_url: 'https://evil.example/', previous_valid_hours: '24' };
      const { status, text } = await browser.submit(page, action, form);
      expect(status).toBe(404);
      expect(text).not.toContain('secret-path');
    }
    await browser.submit(page, `${page}/remove`, { id });
    expect((await browser.get(page)).text).toContain('You have no connection');
    expect((await other.delivery.get()).channels).toEqual([channel]);
  });

  it('lists the events of a removed connection, and offers no form for it', async () => {
    const { browser, client } = await signedInBrowser();
    const { channel } = await connect(client, (await webhookReceiver()).url);
    const { webhook_delivery } = await client.delivery.test({ channel_id: channel.id });
    const stale = await browser.get(connectionPage(channel.id));
    expect(stale.text).toContain('action="/settings/delivery/edit"');
    await client.delivery.disconnect({ channel_id: channel.id });
    const { text } = await browser.get(connectionPage(channel.id));
    expect(text).toContain('Removed connection');
    expect(text).toContain(webhook_delivery.event_id);
    expect(text).not.toMatch(/action="\/settings\/delivery/);
    const form = { id: channel.id, webhook_url: 'https://hooks.example.com/' };
    const saved = await browser.submit(page, edit, form);
    expect(saved.text).toContain('You have no connection');
    const event = await browser.get(eventPage(webhook_delivery.event_id));
    expect(event.text).toContain('The connection was removed, so the event cannot be sent again.');
  });

  it('divides many events into pages', async () => {
    const { browser, client } = await signedInBrowser();
    const { channel } = await connect(client, (await webhookReceiver()).url);
    for (let count = 0; count < 21; count += 1) {
      await client.delivery.test({ channel_id: channel.id });
    }
    for (const path of [page, connectionPage(channel.id)]) {
      const { text } = await browser.get(path);
      expect(text.match(/<code>evt_/g)).toHaveLength(20);
      const [, next = ''] = /<a href="([^"]+cursor=[^"]+)">Next page/.exec(text) ?? [];
      const second = await browser.get(next.replaceAll('&amp;', '&'));
      expect(second.text.match(/<code>evt_/g)).toHaveLength(1);
      expect(second.text).toContain(`<a href="${path}">First page</a>`);
    }
    expect((await browser.get(`${page}?cursor=nonsense`)).status).toBe(400);
  });
});

describe('the page of an event', () => {
  it('shows each attempt in words, and sends the event again', async () => {
    const clock = new ManualClock(startOfTime);
    const { browser, client } = await signedInBrowser({ clock });
    const receiver = await webhookReceiver(503, 404, 204);
    const { channel } = await connect(client, receiver.url);
    const { webhook_delivery } = await client.delivery.test({ channel_id: channel.id });
    const { event_id } = webhook_delivery;
    const path = eventPage(event_id);
    const waiting = (await browser.get(path)).text;
    expect(waiting).toMatch(/The receiver answered HTTP 503 \(unavailable\), after \d+ ms\./);
    expect(waiting).toContain('The next attempt is due.');
    expect(waiting).not.toContain('Send again');
    expect(waiting).toContain('Round 1 of 8');
    expect(waiting).toContain('About then the event is given up, after round 8');
    await browser.submit(page, `${page}/resend`, { id: event_id });
    expect((await browser.get(path)).text).toContain('less than ten seconds ago');
    clock.advance(2000);
    await expect.poll(() => receiver.received.length).toBe(2);
    await expect.poll(async () => (await browser.get(path)).text).toContain('rejected the event');
    await browser.submit(path, `${page}/resend`, { id: event_id });
    expect((await browser.get(path)).text).toContain('less than ten seconds ago');
    expect(receiver.received).toHaveLength(2);
    const early = (await browser.get(path)).text;
    expect(early).toMatch(/can be sent from <time datetime="2026-11-20T12:00:12.000Z"/);
    expect(early).not.toContain('Send again');
    clock.advance(10_000);
    expect((await browser.get(path)).text).toContain('Send again');
    await browser.submit(path, `${page}/resend`, { id: event_id });
    const { text } = await browser.get(path);
    expect(text).toContain('The event was delivered (HTTP 204).');
    const timeline = text.slice(text.indexOf('<ol'), text.indexOf('</ol>'));
    expect(timeline.match(/<li>/g)).toHaveLength(4);
    expect(timeline).toMatch(/503.*404 \(not found\).*answered HTTP 204/s);
    expect(new Set(receiver.ids())).toEqual(new Set([event_id]));
    expect((await client.delivery.get()).webhook_deliveries).toMatchObject([
      { event_id, status: 'delivered', attempts: 1, round: 1, last_error: null },
    ]);
  });

  it('makes the next attempt now, which counts in its round or starts the next', async () => {
    const clock = new ManualClock(startOfTime);
    const { browser, client } = await signedInBrowser({ clock });
    const receiver = await webhookReceiver(503, 503, 503, 503, 503, 503, 503, 204);
    const { channel } = await connect(client, receiver.url);
    const { webhook_delivery } = await client.delivery.test({ channel_id: channel.id });
    const { event_id } = webhook_delivery;
    const path = eventPage(event_id);
    const state = async () => (await client.delivery.get()).webhook_deliveries[0];
    for (const [index, gap] of [1000, 3000, 5500, 1000, 3000].entries()) {
      clock.advance(gap);
      // While an attempt is in progress, the next one is not known yet.
      await expect
        .poll(async () => Date.parse((await state())?.next_attempt_at ?? '') > clock.now())
        .toBe(true);
      expect((await state())?.attempts).toBe(index + 2);
    }
    expect(await state()).toMatchObject({ status: 'retrying', round: 2, attempts: 6 });
    clock.advance(10_000);
    expect((await browser.get(path)).text).toContain('Send now');
    await browser.submit(path, `${page}/resend`, { id: event_id });
    expect(await state()).toMatchObject({ status: 'retrying', round: 3, attempts: 7 });
    clock.advance(1000);
    await expect.poll(async () => (await state())?.status).toBe('delivered');
    expect(await state()).toMatchObject({ round: 3, attempts: 8 });
    const { text } = await browser.get(path);
    for (const [round, attempts] of [3, 3, 2].entries()) {
      expect(text.match(new RegExp(`Round ${round + 1} of 8`, 'g'))).toHaveLength(attempts);
    }
    expect(text).not.toContain('About then');
  });

  it.each([
    ['a host name without an address', 'https://nowhere.invalid/', 'could not be resolved'],
    ['a closed port', 'http://127.0.0.1:9/hook', 'refused the connection'],
  ])('says in words why nothing was received: %s', async (_, url, words) => {
    const { browser, client } = await signedInBrowser();
    const { channel } = await connect(client, url);
    const { webhook_delivery } = await client.delivery.test({ channel_id: channel.id });
    const { text } = await browser.get(eventPage(webhook_delivery.event_id));
    expect(text).toContain(words);
    expect(text).not.toContain(String(webhook_delivery.last_error));
    await browser.submit(page, `${page}/test`, { id: channel.id });
    expect((await browser.get(page)).text).toMatch(
      new RegExp(`The test was not delivered. [^<]*${words}`),
    );
  });

  it('is not sent again over a disabled connection, without a plan, or for another account', async () => {
    const { server, browser, client, other } = await signedInBrowser();
    const receiver = await webhookReceiver();
    const { channel } = await connect(client, receiver.url);
    const { id } = await client.monitors.create({ prompt: 'Tell me about chip exports' });
    const resend = (event: string) => browser.submit(page, `${page}/resend`, { id: event });
    await addSample(server);
    const run = await client.monitors.run({ id });
    const event = run.broadcast_results[0]?.event_id ?? '';
    await client.delivery.set({ channel_id: channel.id, status: 'disabled' });
    expect((await browser.get(eventPage(event))).text).toContain('Make it active');
    await resend(event);
    expect((await browser.get(eventPage(event))).text).toContain('make it active first');
    await client.delivery.set({ channel_id: channel.id, status: 'active' });
    const foreign = await connect(other, receiver.url);
    const test = await other.delivery.test({ channel_id: foreign.channel.id });
    const sent = receiver.received.length;
    expect(await resend(test.webhook_delivery.event_id)).toMatchObject({ status: 404 });
    expect(await browser.get(eventPage(test.webhook_delivery.event_id))).toMatchObject({
      status: 404,
    });
    expect(await browser.get(eventPage('evt_none'))).toMatchObject({ status: 404 });
    await (await planSwitch(server))('off');
    const lapsed = await resend(event);
    expect(lapsed.status).toBe(402);
    expect(lapsed.text).toContain('<a href="/pricing">See your plan</a>');
    expect(receiver.received).toHaveLength(sent);
  });
});

it('charts the outcomes of the last days', async () => {
  const clock = new ManualClock(startOfTime);
  const { browser, client } = await signedInBrowser({ clock });
  const { channel } = await connect(client, (await webhookReceiver(204, 204, 404)).url);
  expect((await browser.get(page)).text).toMatch(/Events of the last 7 days<\/h2><p[^>]*>None\./);
  for (let count = 0; count < 3; count += 1) {
    await client.delivery.test({ channel_id: channel.id });
  }
  const rows = ({ text }: { text: string }) =>
    [...text.matchAll(/<th scope="row">([^<]+)<\/th><td><svg.*?<\/svg>(\d+)<\/td>/gs)].map(
      ([, label, count]) => [label, count],
    );
  expect(rows(await browser.get(page))).toEqual([
    ['Delivered', '2'],
    ['Rejected', '1'],
  ]);
  clock.advance(7 * 24 * 3_600_000 + 1);
  expect(rows(await browser.get(page))).toEqual([]);
});

it('returns to the page of an event after signing in', async () => {
  const server = await testServer();
  const browser = new TestBrowser(server);
  await browser.get(`${eventPage('evt_1')}?page=2`);
  expect((await browser.signIn(server)).location).toBe(`${eventPage('evt_1')}?page=2`);
  const other = new TestBrowser(server);
  await other.get('/settings/nothing?next=//evil.example');
  expect((await other.signIn(server)).location).toBe('/settings/agents');
});
