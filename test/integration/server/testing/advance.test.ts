import { setImmediate } from 'node:timers/promises';
import { createClient } from 'newswatch';
import {
  ClockError,
  type Duration,
  ManualClock,
  type ServerOptions,
  startServer,
} from 'newswatch/server';
import { startTestServer } from 'newswatch/testing';
import { describe, expect, it } from 'vitest';
import { closing } from '../../../helpers/closing.ts';
import { feedServer } from '../../../helpers/feed-server.ts';
import { paidKey, testServer } from '../../../helpers/server.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const hour = 3_600_000;

async function watchingServer({
  every_minutes = 60,
  quiet_hours = '',
  ...options
}: ServerOptions & { every_minutes?: number; quiet_hours?: string } = {}) {
  const clock = new ManualClock(start);
  const fixture = {
    accounts: [{ id: 'paid', keys: [paidKey] }],
    monitors: [
      {
        id: 'mon_1',
        account: 'paid',
        prompt: 'chip exports',
        every_minutes,
        ...(quiet_hours && { quiet_hours }),
      },
    ],
  };
  const defaults = { clock, fixture, sample: false, allowPrivateWebhooks: true };
  const server = await testServer({ ...defaults, ...options });
  const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey }));
  const runTimes = async () => {
    const { runs } = await client.monitors.runs({ id: 'mon_1', limit: 100 });
    return runs.map(({ started_at }) => (Date.parse(started_at) - start) / hour).reverse();
  };
  return { clock, server, client, runTimes };
}

const rss = `<rss version="2.0"><channel><title>Wire</title></channel></rss>`;

const hours = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('advance', () => {
  it('runs each tick on the way, at its own time', async () => {
    const { clock, server, runTimes } = await watchingServer();
    await server.advance({ hours: 27 });
    expect(await runTimes()).toEqual(hours(27));
    expect(clock.now()).toBe(start + 27 * hour);
  });

  it('continues between ticks where it ended', async () => {
    const { server, runTimes } = await watchingServer();
    await server.advance({ minutes: 90 });
    await server.advance(29 * 60_000);
    expect(await runTimes()).toEqual([1]);
    await server.advance({ seconds: 60 });
    expect(await runTimes()).toEqual([1, 2]);
  });

  it('runs one call after another', async () => {
    const { clock, server, runTimes } = await watchingServer();
    await Promise.all([server.advance({ hours: 2 }), server.advance({ hours: 3 })]);
    expect(await runTimes()).toEqual(hours(5));
    expect(clock.now()).toBe(start + 5 * hour);
  });

  it('makes each attempt of a delivery at its time, all 24 of them', async () => {
    const { server, client } = await watchingServer();
    const receiver = await webhookReceiver(500);
    await client.delivery.connect({ platform: 'webhook', webhook_url: receiver.url });
    await server.addNews([{ title: 'Chip exports resume' }]);
    await server.advance({ hours: 30 });
    const attempts = server.deliveryAttempts.list();
    const seconds = attempts.map(({ time }) => (Date.parse(time) - start - hour) / 1000);
    const rounds = [0, 5, 300, 1800, 7200, 18_000, 36_000, 36_000].map(
      // The gap counts from the last attempt of the round before, which is 4 s long.
      (gap, index, gaps) => gaps.slice(0, index).reduce((sum, each) => sum + each + 4, 0) + gap,
    );
    expect(seconds).toEqual(rounds.flatMap((from) => [from, from + 1, from + 4]));
    expect(receiver.received).toHaveLength(24);
  });

  it('sends what quiet hours hold back when they end', async () => {
    const { server, client } = await watchingServer({ quiet_hours: '13:00-15:30' });
    await server.addNews([{ title: 'Chip exports resume' }]);
    await server.advance({ hours: 6 });
    const { alerts } = await client.alerts.list();
    expect(alerts.map(({ created_at }) => created_at)).toEqual(['2026-11-20T15:30:00.000Z']);
  });

  it('makes a briefing on each day', async () => {
    const { server, client } = await watchingServer();
    await client.profile.update({ briefing: 'daily', briefing_time: '08:00' });
    await server.advance({ days: 3 });
    const { briefings } = await client.briefings.list();
    expect(briefings.map(({ created_at }) => created_at)).toEqual(
      [23, 22, 21].map((day) => `2026-11-${day}T08:00:00.000Z`),
    );
  });

  it('runs all monitors in order of time, across a daylight-saving change', {
    timeout: 240_000,
  }, async () => {
    const schedules = { daily: 1440, frequent: 45, hourly: 60 };
    const server = closing(
      await startTestServer({
        // Clocks in Berlin go forward at 2 o'clock on 29 March 2026.
        now: '2026-03-14T12:00:00Z',
        retain: { runs: 'forever' },
        fixture: {
          accounts: [
            {
              id: 'berlin',
              keys: [paidKey],
              time_zone: 'Europe/Berlin',
              briefing: 'daily',
              briefing_time: '02:30',
            },
          ],
          monitors: Object.entries(schedules).map(([id, every_minutes]) => ({
            id: `mon_${id}`,
            account: 'berlin',
            prompt: 'chip exports',
            every_minutes,
          })),
        },
      }),
    );
    const { client, clock } = server;
    const from = clock.now();
    const receiver = await webhookReceiver();
    await client.delivery.connect({ platform: 'webhook', webhook_url: receiver.url });
    const days = 28;
    for (let day = 0; day < days; day += 1) {
      await server.addNews([{ title: `Chip exports rise by ${day} percent in Country${day}` }]);
      await server.advance({ days: 1 });
    }

    for (const [id, every_minutes] of Object.entries(schedules)) {
      const times: number[] = [];
      for await (const run of client.monitors.runs({ id: `mon_${id}` })) {
        times.push(Date.parse(run.started_at));
      }
      const ticks = Array.from(
        { length: (days * 1440) / every_minutes },
        (_, index) => from + (index + 1) * every_minutes * 60_000,
      );
      expect(times.reverse()).toEqual(ticks);
    }
    const attempts = server.deliveryAttempts.list();
    expect(attempts).toHaveLength(3 * days);
    const attemptTimes = attempts.map(({ time }) => Date.parse(time));
    expect(attemptTimes).toEqual(attemptTimes.toSorted((one, other) => one - other));
    const { briefings } = await client.briefings.list({ limit: 100 });
    const localTimes = briefings.map(({ created_at }) =>
      new Date(created_at).toLocaleString('sv', { timeZone: 'Europe/Berlin' }),
    );
    expect(new Set(localTimes.map((time) => time.slice(0, 10)))).toHaveProperty('size', days);
    expect(localTimes.filter((time) => !time.endsWith(' 02:30:00'))).toEqual([
      '2026-03-29 03:30:00',
    ]);
  });

  it('adds its runs to the preview of a monitor that was created', async () => {
    const server = closing(await startTestServer());
    const { id } = await server.client.monitors.create({ prompt: 'chips', every_minutes: 60 });
    await server.advance({ hours: 27 });
    const { runs } = await server.client.monitors.runs({ id, limit: 100 });
    const triggers = runs.map(({ trigger }) => trigger).reverse();
    expect(triggers).toEqual(['preview', ...Array(27).fill('schedule')]);
  });

  it('deletes old records on the way', async () => {
    const { server, runTimes } = await watchingServer({
      every_minutes: 360,
      retain: { runs: '1d' },
    });
    await server.advance({ days: 2 });
    expect(await runTimes()).toEqual([24, 30, 36, 42, 48]);
  });

  it('polls feeds on the way', async () => {
    const feed = await feedServer((_request, response) => void response.end(rss));
    const clock = new ManualClock(start);
    const server = await testServer({ clock, feeds: [feed.origin] });
    await server.settled();
    const before = feed.requests.length;
    await server.advance({ hours: 2 });
    expect(feed.requests.length - before).toBe(8);
  });

  it('ends early if the server is closed', async () => {
    const { server } = await watchingServer({ every_minutes: 5 });
    const advanced = server.advance({ days: 3650 });
    await setImmediate();
    await server.close();
    await expect(advanced).resolves.toBeUndefined();
    await expect(server.advance(1)).rejects.toThrow(ClockError);
  });

  it.each<[Duration | number, RegExp]>([
    [JSON.parse('{ "hour": 1 }'), /unknown unit "hour"; choose from days, hours/],
    [{ hours: Number.NaN }, /from 0 to .* \(ten years\), not NaN/],
    [-1, /not -1$/],
    [{ days: 4000 }, /ten years/],
  ])('%j is rejected', async (by, message) => {
    const { server, clock } = await watchingServer();
    await expect(server.advance(by)).rejects.toMatchObject({ name: 'ClockError', message });
    expect(clock.now()).toBe(start);
  });

  it('is rejected if the clock is not a manual one', async () => {
    const server = closing(await startServer());
    await expect(server.advance(1)).rejects.toThrow(/ManualClock/);
  });
});

it('clock.advance alone runs a monitor once, as after a sleep of the machine', async () => {
  const { clock, server, runTimes } = await watchingServer();
  clock.advance(27 * hour);
  await server.settled();
  expect(await runTimes()).toEqual([27]);
});

it('news that is added to a running server is ordered by its clock, and matched', async () => {
  const { clock, server, client } = await watchingServer();
  const earlier = { title: 'Rates fall', publication_date: '2026-11-20T12:05:00Z' };
  clock.advance(10 * 60_000);
  const { added } = await server.addNews([earlier, { title: 'Chip exports resume' }]);
  expect(added).toBe(2);
  const { items } = await client.news.latest();
  expect(items.map(({ title }) => title)).toEqual(['Chip exports resume', 'Rates fall']);
  await server.advance({ hours: 1 });
  expect((await client.alerts.list()).alerts).toHaveLength(1);
});
