import type { Client } from 'newswatch';
import type { ManualClock, RunningServer } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { testServer, unpaidKey } from '../../../helpers/server.ts';
import { clientOf, connect, startWatch } from '../../../helpers/watch.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

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

it('a new server has none', async () => {
  expect(await briefingsOf(clientOf(await testServer()))).toEqual([]);
});
