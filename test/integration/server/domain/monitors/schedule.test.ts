import { describe, expect, it } from 'vitest';
import { clientOf, connect, startOfTime, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const minute = 60_000;

describe('a recurring monitor', () => {
  it('runs at its ticks and alerts each result once', async () => {
    const { client, clock, server, monitor } = await startWatch();
    const receiver = await webhookReceiver(204);
    await connect(client, receiver.url);
    for (let tick = 1; tick <= 30; tick += 1) {
      clock.advance(60 * minute);
      await server.settled();
    }
    const { runs } = await client.monitors.runs({ id: monitor.id, limit: 100 });
    const scheduled = runs.filter(({ trigger }) => trigger === 'schedule').reverse();
    expect(
      scheduled.map(({ started_at }) => (Date.parse(started_at) - startOfTime) / minute),
    ).toEqual(Array.from({ length: 30 }, (_, index) => (index + 1) * 60));
    const titles = scheduled.flatMap(({ results }) => results.map(({ title }) => title));
    expect(new Set(titles).size).toBe(titles.length);
    expect(scheduled[0]?.results.length).toBeGreaterThan(0);
    expect(scheduled.at(-1)?.results).toEqual([]);
    const qualifying = scheduled.filter(({ results }) => results.length > 0);
    expect(receiver.received).toHaveLength(qualifying.length);
    expect((await client.alerts.list({ limit: 100 })).alerts).toHaveLength(qualifying.length);
  });

  it('skips missed ticks, and is due one interval after it is resumed', async () => {
    const { client, clock, server, monitor } = await startWatch();
    clock.advance(0);
    await client.monitors.pause({ id: monitor.id });
    clock.advance(10 * 60 * minute);
    await server.settled();
    expect((await client.monitors.runs({ id: monitor.id })).runs).toHaveLength(1);
    const resumed = await client.monitors.resume({ id: monitor.id });
    expect(Date.parse(resumed.next_run_at ?? '') - clock.now()).toBe(60 * minute);
  });

  it('runs at the interval it was created with, which has limits', async () => {
    const { client } = await startWatch();
    const monitor = await client.monitors.create({ prompt: 'x', every_minutes: 30 });
    expect(Date.parse(monitor.next_run_at ?? '') - startOfTime).toBe(30 * minute);
    for (const every_minutes of [0, 1, 43_201]) {
      await expect(client.monitors.create({ prompt: 'x', every_minutes })).rejects.toMatchObject({
        name: 'InputError',
      });
    }
  });
});

describe('the first-result preview', () => {
  it('is in the response and sends nothing', async () => {
    const { client } = await startWatch();
    const receiver = await webhookReceiver(204);
    await connect(client, receiver.url);
    const { preview } = await client.monitors.create({ prompt: 'chip exports' });
    expect(preview).toMatchObject({ trigger: 'preview', broadcast_results: [] });
    expect(preview.results.length).toBeGreaterThan(0);
    expect((await client.alerts.list()).alerts).toEqual([]);
    expect(receiver.received).toEqual([]);
  });
});

describe('pausing and deleting', () => {
  it('affect one monitor or all', async () => {
    const { client, monitor } = await startWatch();
    const other = await client.monitors.create({ prompt: 'otters' });
    expect(await client.monitors.pause({ id: other.id })).toMatchObject({
      status: 'paused',
      next_run_at: null,
    });
    const { monitors } = await client.monitors.pause_all();
    expect(monitors.map(({ status }) => status)).toEqual(['paused', 'paused']);
    expect(await client.monitors.delete({ id: monitor.id })).toEqual({ deleted: monitor.id });
    await expect(client.monitors.run({ id: monitor.id })).rejects.toMatchObject({ status: 404 });
    expect((await client.monitors.list()).monitors).toHaveLength(1);
  });
});

describe('alerts', () => {
  it('are listed newest first, within inclusive bounds', async () => {
    const { client, clock, server, monitor } = await startWatch();
    const times: string[] = [];
    for (let run = 0; run < 2; run += 1) {
      clock.advance(minute);
      const { finished_at, results } = await client.monitors.run({ id: monitor.id });
      if (results.length > 0) times.push(finished_at ?? '');
    }
    await server.settled();
    const [oldest = '', newest = ''] = [times[0], times.at(-1)];
    const created = async (range: object) =>
      (await clientOf(server).alerts.list(range)).alerts.map(({ created_at }) => created_at);
    expect(await created({})).toEqual([...times].reverse());
    expect(await created({ since: newest })).toEqual([newest]);
    expect(await created({ until: oldest })).toEqual([oldest]);
    expect(await created({ limit: 1 })).toEqual([newest]);
  });
});

it('a monitor that is resumed and gets an interval at the same time has a next run', async () => {
  const { client, clock } = await startWatch();
  const next_run_at = new Date(clock.now() + 30 * 60_000).toISOString();
  for (let n = 0; n < 10; n += 1) {
    const { id } = await client.monitors.create({ prompt: 'otters', on_demand: true });
    await client.monitors.pause({ id });
    await Promise.all([
      client.monitors.edit({ id, every_minutes: 30 }),
      client.monitors.resume({ id }),
    ]);
    expect(await client.monitors.get({ id })).toMatchObject({ status: 'active', next_run_at });
    await client.monitors.delete({ id });
  }
});
