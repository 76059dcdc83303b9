import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'newswatch';
import { type FixtureInput, ManualClock, type RunningServer } from 'newswatch/server';
import { verify } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { statusWords } from '../../../../src/server/surfaces/pages/delivery-words.ts';
import { closing } from '../../../helpers/closing.ts';
import { byKey, connectCurrent } from '../../../helpers/mcp-clients.ts';
import { testServer } from '../../../helpers/server.ts';
import { TestBrowser } from '../../../helpers/test-browser.ts';
import { testStoreOptions } from '../../../helpers/test-store.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';
import { everyState, lapsedKey, worldKey } from '../../../helpers/world.ts';

const noon = '2026-11-20T12:00:00Z';

/** Starts servers on one store, each time with another fixture. */
async function starts() {
  const place = await testStoreOptions(await mkdtemp(join(tmpdir(), 'newswatch-fixture-')));
  const clock = new ManualClock(noon);
  return (fixture: FixtureInput) => testServer({ ...place, fixture, clock, sample: false });
}

function clientOf({ baseUrl }: RunningServer, apiKey = worldKey) {
  return closing(createClient({ baseUrl, apiKey }));
}

const world = () => everyState('https://hooks.example.com');

async function startWorld() {
  return testServer({ fixture: world(), clock: new ManualClock(noon), sample: false });
}

describe('a fixture', () => {
  it('has monitors in every state', async () => {
    const { monitors } = await clientOf(await startWorld()).monitors.list();
    expect(monitors).toMatchObject([
      {
        id: 'mon_hourly',
        title: 'cocoa prices',
        status: 'active',
        owner_id: 'owner',
        team_id: null,
        every_minutes: 60,
        created_at: '2026-10-31T12:00:00.000Z',
        last_run_at: '2026-11-20T11:00:00.000Z',
        next_run_at: '2026-11-20T13:00:00.000Z',
      },
      { id: 'mon_readers', team_id: 'readers' },
      { id: 'mon_manual', every_minutes: null, next_run_at: null },
      {
        id: 'mon_agent',
        title: 'Lead',
        owner_id: 'owner',
        team_id: 'desk',
        execution: 'agentic',
        exclude_sources: ['tabloid.example.com'],
        include_languages: ['en'],
        min_relevance: 0.5,
        quiet_hours: '22:00-07:00',
        next_run_at: '2026-11-20T12:20:00.000Z',
      },
      { id: 'mon_paused', status: 'paused', next_run_at: null },
    ]);
  });

  it('has runs, and alerts also of deleted monitors', async () => {
    const client = clientOf(await startWorld());
    const { runs } = await client.monitors.runs({ id: 'mon_hourly' });
    expect(runs).toMatchObject([
      { id: 'run_quiet', trigger: 'schedule', status: 'completed', results: [] },
      {
        id: 'run_alert',
        finished_at: '2026-11-20T10:01:00.000Z',
        results: [
          {
            title: 'Cocoa prices at a record',
            links: [{ url: 'https://news.example.com/1', source: null }],
            publication_date: '2026-11-20T09:00:00.000Z',
          },
          { title: 'Cocoa price rises', summary: 'Ghana cuts its harvest forecast.' },
        ],
        filtered: { exclude_words: 3 },
        broadcast_results: [
          { channel_id: 'chan_rotated', status: 'pending', attempts: 0 },
          { channel_id: 'chan_one', status: 'retrying', attempts: 1, last_error: 'timeout' },
          { channel_id: 'chan_active', status: 'delivered', attempts: 1, last_status_code: 204 },
          { channel_id: 'chan_paused', status: 'stopped', last_error: 'connection_paused' },
        ],
      },
      { id: 'run_preview', trigger: 'preview' },
    ]);
    expect((await client.monitors.runs({ id: 'mon_agent' })).runs).toMatchObject([
      { status: 'failed', error: 'the agent timed out', broadcast_results: [] },
    ]);
    expect((await client.monitors.runs({ id: 'mon_readers' })).runs).toMatchObject([
      { broadcast_results: [{ channel_id: 'chan_active', event_id: null, status: 'skipped' }] },
    ]);
    const { alerts } = await client.alerts.list();
    expect(alerts.map(({ id }) => id)).toEqual([
      'alert_hourly',
      'alert_manual',
      'alert_skipped',
      'alert_deleted',
    ]);
    expect(alerts[0]).toMatchObject({
      monitor_title: 'cocoa prices',
      created_at: '2026-11-20T10:01:00.000Z',
      results: [{ title: 'Cocoa prices at a record' }, { title: 'Cocoa price rises' }],
    });
    expect(alerts[1]?.monitor_title).toBe('An older title');
  });

  it('has connections and deliveries in every state', async () => {
    const { channels, webhook_deliveries } = await clientOf(await startWorld()).delivery.get();
    expect(new Map(channels.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        ['chan_active', 'active'],
        ['chan_one', 'active'],
        ['chan_paused', 'paused'],
        ['chan_disabled', 'disabled'],
        ['chan_ended', 'ended'],
        ['chan_rotated', 'active'],
      ]),
    );
    expect(channels.find(({ id }) => id === 'chan_rotated')).toMatchObject({
      previous_secret_expires_at: '2026-11-21T00:00:00.000Z',
    });
    expect(channels.find(({ id }) => id === 'chan_ended')).toMatchObject({
      monitor_id: 'mon_deleted',
      status_reason: 'monitor_deleted',
    });
    const byEvent = new Map(webhook_deliveries.map((each) => [each.event_id, each]));
    const alertTime = '2026-11-20T10:01:00.000Z';
    expect(Object.fromEntries(byEvent)).toMatchObject({
      evt_pending: {
        type: 'news.alert',
        status: 'pending',
        round: 0,
        attempts: 0,
        created_at: alertTime,
        last_attempt_at: null,
        next_attempt_at: '2026-11-20T13:00:00.000Z',
      },
      evt_retrying: {
        status: 'retrying',
        round: 2,
        attempts: 4,
        last_attempt_at: '2026-11-20T11:30:00.000Z',
        next_attempt_at: '2026-11-20T13:00:00.000Z',
        last_status_code: null,
        last_error: 'timeout',
      },
      evt_delivered: {
        monitor_id: 'mon_hourly',
        run_id: 'run_alert',
        status: 'delivered',
        round: 1,
        attempts: 1,
        last_attempt_at: alertTime,
        next_attempt_at: null,
        last_status_code: 204,
        last_error: null,
      },
      evt_test: {
        type: 'webhook.test',
        monitor_id: null,
        status: 'failed',
        last_status_code: 404,
        last_error: 'http_404',
      },
      evt_exhausted: { status: 'exhausted', round: 8, attempts: 24, last_error: 'http_503' },
      evt_paused: { status: 'stopped', attempts: 0, last_error: 'connection_paused' },
      evt_stopped: { status: 'stopped', attempts: 2, last_error: 'monitor_deleted' },
    });
  });

  it('has accounts with a profile and without a plan, briefings and news', async () => {
    const server = await startWorld();
    const client = clientOf(server);
    expect(await client.profile.get()).toEqual({
      name: 'The owner',
      time_zone: 'Asia/Tokyo',
      language: 'de',
      briefing: 'weekly',
      briefing_time: '06:30',
      briefing_day: 'friday',
    });
    expect(await client.account.overview()).toMatchObject({
      account: { id: 'owner', created_at: '2026-10-21T12:00:00.000Z' },
      counts: { monitors: 5, channels: 6, news_items: 1 },
    });
    expect(await client.briefings.list()).toMatchObject({
      briefings: [{ id: 'brief_1', title: 'Monday', created_at: '2026-11-19T12:00:00.000Z' }],
    });
    expect(await client.news.get({ id: 'news_1' })).toMatchObject({
      publication_date: '2026-11-20T09:00:00.000Z',
    });
    expect(await clientOf(server, lapsedKey).account.overview()).toMatchObject({
      plan: { status: 'none' },
    });
    expect(await client.usage()).toMatchObject({ quota: null });
  });

  it('is seen over MCP and on the Delivery page', async () => {
    const server = await startWorld();
    const mcp = await connectCurrent(byKey(server, worldKey));
    const { structuredContent } = await mcp.callTool({ name: 'delivery.get', arguments: {} });
    expect(structuredContent).toMatchObject(await clientOf(server).delivery.get());
    const browser = new TestBrowser(server);
    await browser.signIn(server);
    const { text } = await browser.get('/settings/delivery');
    for (const { label } of Object.values(statusWords)) expect(text).toContain(label);
    for (const status of ['paused', 'disabled', 'ended']) expect(text).toContain(status);
  });

  it('delivers queued events that are due, and signs them', async () => {
    const receiver = await webhookReceiver(204);
    const fixture: FixtureInput = {
      accounts: [{ id: 'owner', keys: [worldKey] }],
      monitors: [{ id: 'mon', account: 'owner', prompt: 'cocoa' }],
      runs: [{ id: 'run', monitor: 'mon', started_at: '-2h', results: ['one'] }],
      alerts: [{ id: 'alert', run: 'run' }],
      connections: [
        { id: 'chan', account: 'owner', webhook_url: receiver.url, signing_secret: 'whsec_due' },
      ],
      deliveries: [
        { id: 'evt_due', connection: 'chan', alert: 'alert', status: 'retrying' },
        { id: 'evt_test', connection: 'chan', status: 'pending', created_at: '-1h' },
      ],
      news: [{ id: 'one', title: 'Cocoa' }],
    };
    const clock = new ManualClock(noon);
    const server = await testServer({ fixture, clock, allowPrivateWebhooks: true });
    await server.settled();
    expect(receiver.ids().sort()).toEqual(['evt_due', 'evt_test']);
    const alert = receiver.received.find(({ body }) => body.includes('evt_due'));
    const { event } = await verify({
      body: alert?.body ?? '',
      headers: alert?.headers ?? {},
      secrets: 'whsec_due',
    });
    expect(event).toMatchObject({
      type: 'news.alert',
      run_id: 'run',
      monitor_title: 'cocoa',
      results: [{ title: 'Cocoa' }],
    });
    const { webhook_deliveries } = await clientOf(server).delivery.get();
    expect(webhook_deliveries).toMatchObject([
      { event_id: 'evt_test', status: 'delivered', attempts: 1 },
      { event_id: 'evt_due', status: 'delivered', attempts: 2, round: 1 },
    ]);
  });

  it('does not alert its results again', async () => {
    const fixture: FixtureInput = {
      accounts: [{ id: 'owner', keys: [worldKey] }],
      monitors: [{ id: 'mon', account: 'owner', prompt: 'cocoa' }],
      runs: [{ id: 'run', monitor: 'mon', started_at: '-2h', results: ['one'] }],
      alerts: [{ id: 'alert', run: 'run' }],
      news: [
        { id: 'one', title: 'Cocoa prices rise', publication_date: '-1d' },
        { id: 'two', title: 'Cocoa prices fall', publication_date: '-1h' },
      ],
    };
    const server = await testServer({ fixture, clock: new ManualClock(noon), sample: false });
    const { results } = await clientOf(server).monitors.run({ id: 'mon' });
    expect(results.map(({ title }) => title)).toEqual(['Cocoa prices fall']);
  });

  it('gives alerts of one time successive times', async () => {
    const ids = ['a', 'b', 'c'];
    const fixture: FixtureInput = {
      accounts: [{ id: 'owner', keys: [worldKey] }],
      monitors: [{ id: 'mon', account: 'owner', prompt: 'cocoa' }],
      runs: ids.map((id) => ({ id, monitor: 'mon', started_at: '-2h', results: ['one'] })),
      alerts: ids.map((id) => ({ id, run: id })),
      news: [{ id: 'one', title: 'Cocoa' }],
    };
    const server = await testServer({ fixture, clock: new ManualClock(noon) });
    const { alerts } = await clientOf(server).alerts.list();
    expect(alerts.map(({ id, created_at }) => [id, created_at])).toEqual([
      ['c', '2026-11-20T10:00:00.002Z'],
      ['b', '2026-11-20T10:00:00.001Z'],
      ['a', '2026-11-20T10:00:00.000Z'],
    ]);
  });

  it('that contradicts itself is refused before anything is stored', async () => {
    const start = await starts();
    const fixture: FixtureInput = { accounts: [{ id: 'owner', keys: [worldKey] }] };
    await expect(start({ ...fixture, alerts: [{ id: 'a', run: 'none' }] })).rejects.toThrow(
      'alerts[0].run: "none" is not the id of a run',
    );
    const empty = await start({});
    await expect(clientOf(empty).account.overview()).rejects.toMatchObject({ status: 401 });
  });
});

describe('a later start with the same fixture', () => {
  it('does not bring back what was deleted, revoked, disconnected or changed', async () => {
    const start = await starts();
    const first = await start(world());
    expect(first.apiKey).toBe(worldKey);
    const client = clientOf(first);
    await client.monitors.delete({ id: 'mon_manual' });
    await client.monitors.pause({ id: 'mon_hourly' });
    await client.delivery.disconnect({ channel_id: 'chan_active' });
    await client.delivery.set({ channel_id: 'chan_disabled', status: 'active', name: 'Changed' });
    await client.profile.update({ name: 'Changed', time_zone: 'UTC' });
    const before = {
      monitors: await client.monitors.list(),
      delivery: await client.delivery.get(),
      alerts: await client.alerts.list(),
      profile: await client.profile.get(),
      briefings: await client.briefings.list(),
    };
    const browser = new TestBrowser(first);
    await browser.signIn(first);
    await browser.submit('/pricing', '/pricing/switch-off');
    const { text } = await browser.get('/settings/agents');
    const id = /key_\w+/.exec(text)?.[0] ?? '';
    await browser.submit('/settings/agents', '/settings/agents/revoke-key', { id });
    await first.close();

    const second = await start(world());
    expect(second.apiKey).toBe(lapsedKey);
    await expect(clientOf(second).account.overview()).rejects.toMatchObject({ status: 401 });
    const owner = new TestBrowser(second);
    await owner.signIn(second);
    await owner.submit('/settings/agents', '/settings/agents/make-key', { name: 'new' });
    const newKey = /nw_[\w-]+/.exec((await owner.get('/settings/agents')).text)?.[0] ?? '';
    const again = clientOf(second, newKey);
    expect((await again.account.overview()).plan.status).toBe('none');
    await owner.submit('/pricing', '/pricing/switch-on');
    const { runs } = await again.monitors.runs({ id: 'mon_hourly' });
    expect(runs.map(({ id }) => id)).toEqual(['run_quiet', 'run_alert', 'run_preview']);
    expect(await again.monitors.list()).toEqual(before.monitors);
    expect(await again.alerts.list()).toEqual(before.alerts);
    expect(await again.profile.get()).toEqual(before.profile);
    expect(await again.briefings.list()).toEqual(before.briefings);
    expect((await again.delivery.get()).channels).toEqual(before.delivery.channels);
  });

  it('stores what the fixture has changed of accounts and teams, and what is new', async () => {
    const start = await starts();
    const owner = { id: 'owner', name: 'Before', keys: [worldKey] };
    const monitor = { id: 'mon', account: 'owner', prompt: 'cocoa' };
    const first = await start({ accounts: [owner], monitors: [monitor] });
    await clientOf(first).profile.update({ language: 'fr' });
    await first.close();

    const changed: FixtureInput = {
      accounts: [{ ...owner, name: 'After' }, { id: 'member' }],
      teams: [{ id: 'desk', members: [{ account: 'owner' }] }],
      monitors: [
        { ...monitor, prompt: 'tin' },
        { id: 'mon_team', team: 'desk', prompt: 'lead' },
      ],
    };
    const second = await start(changed);
    const client = clientOf(second);
    expect(await client.profile.get()).toMatchObject({ name: 'After', language: 'fr' });
    const { monitors } = await client.monitors.list();
    expect(monitors.map(({ id, prompt }) => [id, prompt])).toEqual([
      ['mon', 'cocoa'],
      ['mon_team', 'lead'],
    ]);
    await second.close();

    const unpaid = { ...owner, name: 'After', plan: 'none' as const };
    const third = await start({ accounts: [unpaid] });
    expect((await clientOf(third).account.overview()).plan.status).toBe('none');
  });

  it('stores each record once if two servers start at the same time', async () => {
    const start = await starts();
    const servers = await Promise.all([start(world()), start(world())]);
    for (const server of servers) {
      const client = clientOf(server);
      expect((await client.alerts.list()).alerts).toHaveLength(4);
      expect((await client.delivery.get()).webhook_deliveries).toHaveLength(7);
    }
  });
});
