import { describe, expect, it } from 'vitest';
import { connect, deliveryOf, startOfTime, startWatch } from '../../../helpers/watch.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

const hour = 3_600_000;

/** Advances the clock from attempt to attempt. @returns the times of all and the final delivery */
async function untilFinal(
  { clock, server, client }: Awaited<ReturnType<typeof startWatch>>,
  channel: string,
) {
  const times: number[] = [];
  for (let attempts = 0; times.length < 30; ) {
    await server.settled();
    const delivery = await deliveryOf(client, channel);
    if (delivery && delivery.attempts > attempts) {
      attempts = delivery.attempts;
      times.push(Date.parse(delivery.last_attempt_at ?? '') - startOfTime);
    }
    if (!delivery?.next_attempt_at) return { times, delivery };
    clock.advance(Date.parse(delivery.next_attempt_at) - clock.now());
  }
  throw new Error(`still not final after ${times.length} attempts`);
}

describe('deliveries to a receiver that is down', () => {
  it('docs/receiver-cases.md, case 22: are exhausted after eight rounds of three attempts, and the alert is still listed', async () => {
    const watch = await startWatch();
    const { client, monitor } = watch;
    const receiver = await webhookReceiver(503);
    const { channel } = await connect(client, receiver.url);
    const run = await client.monitors.run({ id: monitor.id });
    expect(run.broadcast_results).toMatchObject([
      { channel_id: channel.id, status: 'retrying', attempts: 1, last_status_code: 503 },
    ]);

    const { times, delivery } = await untilFinal(watch, channel.id);
    expect(delivery).toMatchObject({
      status: 'exhausted',
      round: 8,
      attempts: 24,
      last_error: 'http_503',
    });
    expect(receiver.received).toHaveLength(24);
    expect(new Set(receiver.ids()).size).toBe(1);

    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    const within = gaps.filter((_, index) => index % 3 !== 2);
    expect(within).toEqual(Array.from({ length: 8 }, () => [1000, 3000]).flat());
    const between = gaps.filter((_, index) => index % 3 === 2);
    const planned = [5000, 300_000, 1_800_000, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
    for (const [index, gap] of between.entries()) {
      expect(gap).toBeGreaterThanOrEqual((planned[index] ?? 0) * 0.95);
      expect(gap).toBeLessThanOrEqual((planned[index] ?? 0) * 1.05);
    }
    const total = times.at(-1) ?? 0;
    expect(total / hour).toBeGreaterThan(26);
    expect(total / hour).toBeLessThan(29);

    const { alerts } = await client.alerts.list({ since: new Date(startOfTime).toISOString() });
    expect(alerts.map(({ run_id }) => run_id)).toEqual([run.id]);
  });

  it('end with the first 2xx', async () => {
    const watch = await startWatch();
    const receiver = await webhookReceiver(500, 429, 503, 200);
    const { channel } = await connect(watch.client, receiver.url);
    await watch.client.monitors.run({ id: watch.monitor.id });
    const { delivery } = await untilFinal(watch, channel.id);
    expect(delivery).toMatchObject({
      status: 'delivered',
      round: 2,
      attempts: 4,
      last_error: null,
    });
  });
});

it('docs/receiver-cases.md, case 18: after 28 hours offline a delivery gets its next attempt once', async () => {
  const watch = await startWatch();
  const { client, clock, server, monitor } = watch;
  const receiver = await webhookReceiver(500);
  const { channel } = await connect(client, receiver.url);
  await client.monitors.run({ id: monitor.id });
  await client.monitors.pause({ id: monitor.id });
  clock.advance(28 * hour);
  await server.settled();
  expect(await deliveryOf(client, channel.id)).toMatchObject({ round: 1, attempts: 2 });
  expect(receiver.received).toHaveLength(2);
});

it('a clock that is set back by a year delays no delivery', async () => {
  const watch = await startWatch();
  const { client, server, monitor, clock } = watch;
  const receiver = await webhookReceiver(500, 204);
  const { channel } = await connect(client, receiver.url);
  await client.monitors.run({ id: monitor.id });
  clock.advance(-365 * 24 * hour);
  await server.settled();
  expect(await deliveryOf(client, channel.id)).toMatchObject({ status: 'delivered', attempts: 2 });
});
