import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'newswatch';
import { ManualClock, type RunningServer } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { addSample } from '../../../../helpers/fresh-news.ts';
import { testServer, unpaidKey } from '../../../../helpers/server.ts';
import { TestBrowser } from '../../../../helpers/test-browser.ts';
import { testStoreOptions } from '../../../../helpers/test-store.ts';
import { clientOf, connect, startOfTime, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const hour = 3_600_000;

/** Moves the clock hour by hour, as a server that runs all the time would see it. */
async function pass(
  hours: number,
  { clock, server }: { clock: ManualClock; server: RunningServer },
) {
  await server.settled();
  for (let passed = 0; passed < hours; passed += 1) {
    clock.advance(hour);
    await server.settled();
  }
}

/** The briefings of an account, oldest first. */
async function briefingsOf(client: Client) {
  return (await client.briefings.list()).briefings.reverse();
}

describe('a daily briefing', () => {
  it('is made every day, with what the monitors found and other news', async () => {
    const watch = await startWatch();
    const { client, monitor } = watch;
    const quiet = await client.monitors.create({ prompt: 'Tell me about otters' });
    await pass(48, watch);
    const [first, second, ...others] = await briefingsOf(client);
    expect(others).toEqual([]);
    const { alerts } = await client.alerts.list();
    expect(first).toMatchObject({
      id: expect.stringMatching(/^brief_/),
      title: 'Daily briefing: Saturday, November 21, 2026',
      created_at: '2026-11-21T07:00:00.000Z',
      period: { from: '2026-11-20T07:00:00.000Z', to: '2026-11-21T07:00:00.000Z' },
      monitors: [{ monitor_id: monitor.id, monitor_title: monitor.title, alerts: 1 }],
    });
    const results = alerts[0]?.results ?? [];
    expect(first?.monitors?.[0]?.result_count).toBe(results.length);
    expect(first?.monitors?.[0]?.results).toEqual(results.slice(0, 5));
    for (const { title, links } of results.slice(0, 5)) {
      expect(first?.summary).toContain(title);
      expect(first?.summary).toContain(links[0]?.url);
    }
    expect(first?.summary).not.toContain(quiet.title);
    expect(second).toMatchObject({
      title: 'Daily briefing: Sunday, November 22, 2026',
      period: { from: '2026-11-21T07:00:00.000Z', to: '2026-11-22T07:00:00.000Z' },
      monitors: [],
    });
    expect(second?.summary).toContain('nothing new');
  });

  it('lists monitors by age, and counts one that alerted and was deleted since', async () => {
    const watch = await startWatch({ sample: false });
    const { client, clock, server, monitor } = watch;
    const { prompt } = monitor;
    clock.advance(1);
    const younger = await client.monitors.create({ prompt });
    clock.advance(1);
    const deleted = await client.monitors.create({ prompt });
    await client.monitors.create({ prompt: 'Tell me about otters' });
    await addSample(server, { now: startOfTime });
    await pass(2, watch);
    await client.monitors.delete({ id: deleted.id });
    await pass(22, watch);
    const [briefing] = await briefingsOf(client);
    const ids = briefing?.monitors?.map(({ monitor_id }) => monitor_id);
    expect(ids).toEqual([monitor.id, younger.id, deleted.id]);
    expect(briefing?.summary).toContain('3 of your 4 monitors found');
  });

  it('sends no event', async () => {
    const watch = await startWatch();
    const receiver = await webhookReceiver(204);
    await connect(watch.client, receiver.url);
    await pass(24, watch);
    expect(await briefingsOf(watch.client)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
    const { webhook_deliveries } = await watch.client.delivery.get();
    expect(webhook_deliveries.map(({ type }) => type)).toEqual(['news.alert']);
  });

  it('is not made without a monitor or without a plan, which does not hide earlier ones', async () => {
    const watch = await startWatch();
    const unpaid = clientOf(watch.server, unpaidKey);
    await pass(24, watch);
    expect(await briefingsOf(unpaid)).toEqual([]);
    await watch.client.monitors.delete({ id: watch.monitor.id });
    await pass(24, watch);
    expect(await briefingsOf(watch.client)).toHaveLength(1);
  });
});

describe('the schedule of briefings', () => {
  it('makes one briefing for all the time that the server was down', async () => {
    const watch = await startWatch();
    await pass(24, watch);
    watch.clock.advance(3 * 24 * hour + 5 * hour);
    await watch.server.settled();
    const [, missed, ...others] = await briefingsOf(watch.client);
    expect(others).toEqual([]);
    expect(missed).toMatchObject({
      created_at: '2026-11-24T17:00:00.000Z',
      period: { from: '2026-11-21T07:00:00.000Z', to: '2026-11-24T07:00:00.000Z' },
    });
    await pass(24, watch);
    const [, , next] = await briefingsOf(watch.client);
    expect(next?.period).toEqual({
      from: '2026-11-24T07:00:00.000Z',
      to: '2026-11-25T07:00:00.000Z',
    });
  });

  it('is that of the profile, in its time zone and language', async () => {
    const watch = await startWatch();
    await watch.client.profile.update({
      time_zone: 'Asia/Kathmandu',
      language: 'de',
      briefing: 'weekly',
      briefing_day: 'sunday',
      briefing_time: '18:30',
    });
    await pass(8 * 24, watch);
    expect(await briefingsOf(watch.client)).toMatchObject([
      {
        title: 'Weekly briefing: Sonntag, 22. November 2026',
        period: { from: '2026-11-15T12:45:00.000Z', to: '2026-11-22T12:45:00.000Z' },
        summary: expect.stringContaining('22. Nov., 18:30 (Asia/Kathmandu)'),
      },
    ]);
  });

  it('applies from the change of the profile, without a second briefing on a day', async () => {
    const watch = await startWatch();
    await watch.client.profile.update({ briefing_time: '12:00' });
    await watch.client.profile.update({ briefing_time: '12:01' });
    await watch.server.settled();
    watch.clock.advance(60_000);
    await watch.server.settled();
    expect(await briefingsOf(watch.client)).toHaveLength(1);
    await watch.client.profile.update({ briefing_time: '15:00' });
    await pass(20, watch);
    expect(await briefingsOf(watch.client)).toHaveLength(1);
    await pass(10, watch);
    const [, second] = await briefingsOf(watch.client);
    expect(second?.period).toEqual({
      from: '2026-11-20T12:01:00.000Z',
      to: '2026-11-21T15:00:00.000Z',
    });
    await watch.client.profile.update({ briefing: 'off' });
    await pass(48, watch);
    expect(await briefingsOf(watch.client)).toHaveLength(2);
  });

  it('applies at once, also a few seconds before the new time', async () => {
    const { client, clock, server } = await startWatch();
    await server.settled();
    clock.advance(45_000);
    await server.settled();
    await client.profile.update({ briefing_time: '12:01' });
    // The server determines the next time while it handles these requests.
    for (let requests = 0; requests < 20; requests += 1) await client.profile.get();
    clock.advance(15_000);
    await server.settled();
    expect(await briefingsOf(client)).toHaveLength(1);
  });

  it('skips the time without a plan', async () => {
    const watch = await startWatch();
    const browser = new TestBrowser(watch.server);
    await browser.signIn(watch.server);
    await browser.submit('/pricing', '/pricing/switch-off');
    await pass(48, watch);
    expect(await briefingsOf(watch.client)).toEqual([]);
    await browser.submit('/pricing', '/pricing/switch-on');
    await pass(24, watch);
    expect(await briefingsOf(watch.client)).toMatchObject([
      { period: { from: '2026-11-22T07:00:00.000Z', to: '2026-11-23T07:00:00.000Z' } },
    ]);
  });

  it('leaves alerts to the next one if they are recorded after it, even with earlier times', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'newswatch-briefings-'));
    const options = await testStoreOptions(folder);
    const clock = new ManualClock(startOfTime);
    const server = await testServer({ ...options, clock });
    const late = await testServer({ ...options, clock: new ManualClock(startOfTime) });
    const client = clientOf(server);
    const monitor = await client.monitors.create({
      prompt: 'Tell me about chip exports',
      on_demand: true,
    });
    await pass(24, { clock, server });
    await addSample(server, { edition: 'again' });
    await clientOf(late).monitors.run({ id: monitor.id });
    await pass(24, { clock, server });
    const alerted = (await briefingsOf(client)).map(({ monitors }) => monitors?.length);
    expect(alerted).toEqual([0, 1]);
  });

  it('is shared by several servers, which make each briefing once', async () => {
    const clock = new ManualClock(startOfTime);
    const folder = mkdtempSync(join(tmpdir(), 'newswatch-briefings-'));
    const options = { ...(await testStoreOptions(folder)), clock };
    const first = await testServer(options);
    const servers = [first, await testServer(options), await testServer(options)];
    const client = clientOf(first);
    await client.monitors.create({ prompt: 'Tell me about chip exports' });
    for (let passed = 0; passed < 3 * 24; passed += 1) {
      clock.advance(hour);
      await Promise.all(servers.map((server) => server.settled()));
    }
    const periods = (await briefingsOf(client)).map(({ period }) => period?.to);
    expect(periods).toEqual([
      '2026-11-21T07:00:00.000Z',
      '2026-11-22T07:00:00.000Z',
      '2026-11-23T07:00:00.000Z',
    ]);
  });
});

it('lists briefings in pages', async () => {
  const watch = await startWatch();
  await pass(3 * 24, watch);
  const all = (await watch.client.briefings.list()).briefings;
  expect(all).toHaveLength(3);
  const first = await watch.client.briefings.list({ limit: 2 });
  expect(first).toMatchObject({ briefings: all.slice(0, 2), has_more: true });
  const cursor = first.next_cursor ?? '';
  expect(await watch.client.briefings.list({ limit: 2, cursor })).toEqual({
    briefings: all.slice(2),
    has_more: false,
    next_cursor: null,
  });
});

it('a new server has none', async () => {
  expect(await briefingsOf(clientOf(await testServer()))).toEqual([]);
});
