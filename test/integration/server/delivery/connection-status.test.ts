import { describe, expect, it } from 'vitest';
import { eventually } from '../../../helpers/eventually.ts';
import { addSample } from '../../../helpers/fresh-news.ts';
import { accept, testOutbox } from '../../../helpers/outbox-under-test.ts';
import { clientOf, connect, deliveryOf, startWatch } from '../../../helpers/watch.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

const day = 24 * 3_600_000;

/** A connection to a receiver with these responses, and a delivery that has failed once. */
async function retryingDelivery(...responses: number[]) {
  const watch = await startWatch();
  const receiver = await webhookReceiver(...responses);
  const { channel } = await connect(watch.client, receiver.url);
  await watch.client.monitors.run({ id: watch.monitor.id });
  const { client, server, clock } = watch;
  return {
    ...watch,
    receiver,
    channel,
    set: (status: 'active' | 'paused' | 'disabled') =>
      client.delivery.set({ channel_id: channel.id, status }),
    delivery: () => deliveryOf(client, channel.id),
    wait: async (milliseconds: number) => {
      clock.advance(milliseconds);
      await server.settled();
    },
  };
}

describe('docs/receiver-cases.md, case 19: a paused connection', () => {
  it('stops its queued deliveries at once, and continues them when it is active again', async () => {
    const { set, delivery, wait, receiver, channel } = await retryingDelivery(500, 204);
    expect((await set('paused')).channel).toEqual({ ...channel, status: 'paused' });
    const stopped = { status: 'stopped', last_error: 'connection_paused', next_attempt_at: null };
    expect(await delivery()).toMatchObject({ ...stopped, attempts: 1 });
    await wait(day);
    expect(receiver.received).toHaveLength(1);
    await set('active');
    await wait(0);
    expect(await delivery()).toMatchObject({ status: 'delivered', round: 1, attempts: 2 });
    expect(new Set(receiver.ids()).size).toBe(1);
  });

  it('saves the event of a new alert as stopped, and sends it when it is active again', async () => {
    const { client, clock, monitor, server } = await startWatch();
    const receiver = await webhookReceiver(204);
    const { channel } = await connect(client, receiver.url);
    await client.delivery.set({ channel_id: channel.id, status: 'paused' });
    const { broadcast_results } = await client.monitors.run({ id: monitor.id });
    const first = { status: 'stopped', attempts: 0, last_error: 'connection_paused' };
    expect(broadcast_results).toMatchObject([first]);
    clock.advance(6 * day);
    await client.delivery.set({ channel_id: channel.id, status: 'active' });
    await server.settled();
    expect(await deliveryOf(client, channel.id)).toMatchObject({
      status: 'delivered',
      attempts: 1,
    });
    expect(receiver.received).toHaveLength(1);
    const { runs } = await client.monitors.runs({ id: monitor.id });
    expect(runs.flatMap((run) => run.broadcast_results)).toMatchObject([first]);
  });

  it('does not continue events that are older than seven days', async () => {
    const { set, delivery, wait, receiver } = await retryingDelivery(500, 204);
    await set('paused');
    await wait(7 * day + 1);
    await set('active');
    await wait(0);
    expect(await delivery()).toMatchObject({ status: 'stopped', last_error: 'connection_paused' });
    expect(receiver.received).toHaveLength(1);
  });

  it('drops what it holds when it is disabled', async () => {
    const { set, delivery, wait, receiver } = await retryingDelivery(500, 204);
    for (const status of ['paused', 'disabled', 'paused', 'active'] as const) await set(status);
    await wait(day);
    expect(await delivery()).toMatchObject({
      status: 'stopped',
      last_error: 'connection_disabled',
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('drops what it holds when the monitor is deleted', async () => {
    const { client, monitor, set, delivery, wait } = await retryingDelivery(500, 204);
    await set('paused');
    await client.monitors.delete({ id: monitor.id });
    expect((await set('active')).channel).toMatchObject({ status: 'active' });
    await wait(day);
    expect(await delivery()).toMatchObject({ status: 'stopped', last_error: 'monitor_deleted' });
  });
});

it('a disabled connection saves no event, and sends none of that time when it is active again', async () => {
  const { client, monitor, server } = await startWatch();
  const receiver = await webhookReceiver(204);
  const { channel } = await connect(client, receiver.url);
  await client.delivery.set({ channel_id: channel.id, status: 'disabled' });
  const run = await client.monitors.run({ id: monitor.id });
  expect(run.results).not.toHaveLength(0);
  expect(run.broadcast_results).toEqual([]);
  await client.delivery.set({ channel_id: channel.id, status: 'active' });
  await server.settled();
  expect(receiver.received).toEqual([]);
});

describe('the connection of a deleted monitor', () => {
  async function ended() {
    const watch = await startWatch();
    const receiver = await webhookReceiver(503, 204);
    const { channel } = await connect(watch.client, receiver.url, watch.monitor.id);
    await watch.client.monitors.run({ id: watch.monitor.id });
    await watch.client.monitors.delete({ id: watch.monitor.id });
    return { ...watch, receiver, channel, channel_id: channel.id };
  }

  it('has ended with a reason, and its queued deliveries are stopped at once', async () => {
    const { client, channel } = await ended();
    const { channels, webhook_deliveries } = await client.delivery.get();
    const change = { status: 'ended', status_reason: 'monitor_deleted' };
    expect(channels).toEqual([{ ...channel, ...change }]);
    expect(webhook_deliveries).toMatchObject([
      { status: 'stopped', last_error: 'monitor_deleted', next_attempt_at: null },
    ]);
  });

  it('does not get another status without a new scope', async () => {
    const { client, channel_id } = await ended();
    for (const status of ['active', 'paused', 'disabled'] as const) {
      await expect(client.delivery.set({ channel_id, status })).rejects.toMatchObject({
        status: 409,
        body: { error: 'conflict', channel_id, message: expect.stringContaining('all_monitors') },
      });
    }
    await expect(client.delivery.set({ channel_id, name: 'desk' })).resolves.toMatchObject({
      channel: { name: 'desk', status: 'ended' },
    });
  });

  it('delivers again after it has a new scope', async () => {
    const { client, channel_id, receiver, server } = await ended();
    const other = await client.monitors.create({ prompt: 'Tell me about chip exports' });
    await addSample(server, { edition: 'again' });
    const set = await client.delivery.set({ channel_id, monitor_id: other.id });
    expect(set.channel).toMatchObject({ status: 'active', status_reason: null });
    const run = await client.monitors.run({ id: other.id });
    expect(run.broadcast_results).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(new Set(receiver.ids()).size).toBe(2);
  });
});

describe('broadcast_results', () => {
  it('keep the outcome of the first attempt, whatever happens later', async () => {
    const { client, monitor, wait, delivery, set } = await retryingDelivery(500, 204);
    const results = async () =>
      (await client.monitors.runs({ id: monitor.id })).runs.flatMap((run) => run.broadcast_results);
    const before = await results();
    const first = { status: 'retrying', attempts: 1, last_status_code: 500 };
    expect(before).toMatchObject([{ ...first, last_error: 'http_500' }]);
    await wait(1000);
    expect(await delivery()).toMatchObject({ status: 'delivered', attempts: 2 });
    await set('disabled');
    expect(await results()).toEqual(before);
  });

  it('are pending until the first attempt has ended', async () => {
    const { client, monitor } = await startWatch();
    const held: (() => void)[] = [];
    const receiver = await webhookReceiver((response) => {
      held.push(() => response.writeHead(204).end());
    });
    await connect(client, receiver.url);
    const running = client.monitors.run({ id: monitor.id });
    while (held.length === 0) await new Promise(setImmediate);
    const { runs } = await client.monitors.runs({ id: monitor.id });
    expect(runs[0]?.broadcast_results).toMatchObject([
      { status: 'pending', attempts: 0, last_status_code: null, last_error: null },
    ]);
    held[0]?.();
    expect((await running).broadcast_results).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });
});

describe('Send test', () => {
  it.each(['paused', 'disabled', 'ended'] as const)(
    'has one attempt if the connection is %s',
    async (status) => {
      const { client, clock, monitor, server } = await startWatch();
      const receiver = await webhookReceiver(503, 204);
      const { channel } = await connect(client, receiver.url, monitor.id);
      const channel_id = channel.id;
      if (status === 'ended') await client.monitors.delete({ id: monitor.id });
      else await client.delivery.set({ channel_id, status });
      const { webhook_delivery } = await client.delivery.test({ channel_id });
      expect(webhook_delivery).toMatchObject({ status: 'failed', last_error: 'http_503' });
      clock.advance(day);
      await server.settled();
      expect(receiver.received).toHaveLength(1);
      const again = await client.delivery.test({ channel_id });
      expect(again.webhook_delivery).toMatchObject({ status: 'delivered', attempts: 1 });
    },
  );

  it('is retried if the connection is active, and stops when it is disabled', async () => {
    const { client, clock, server } = await startWatch();
    const receiver = await webhookReceiver(503);
    const { channel } = await connect(client, receiver.url);
    const { webhook_delivery } = await client.delivery.test({ channel_id: channel.id });
    expect(webhook_delivery).toMatchObject({ status: 'retrying', attempts: 1 });
    clock.advance(1000);
    await server.settled();
    await client.delivery.set({ channel_id: channel.id, status: 'disabled' });
    clock.advance(day);
    await server.settled();
    expect(receiver.received).toHaveLength(2);
  });
});

it('concurrent changes of different fields are all kept', async () => {
  const { server, client } = await startWatch();
  const { channel } = await connect(client, 'http://127.0.0.1:9/hook');
  const channel_id = channel.id;
  const other = clientOf(server);
  await Promise.all([
    client.delivery.set({ channel_id, status: 'paused' }),
    other.delivery.set({ channel_id, name: 'desk' }),
    client.delivery.set({ channel_id, webhook_url: 'http://127.0.0.1:9/new' }),
  ]);
  expect((await client.delivery.get()).channels).toMatchObject([
    { status: 'paused', name: 'desk', webhook_url: 'http://127.0.0.1:9/new' },
  ]);
});

it('docs/receiver-cases.md, case 19: a connection that is disabled during a lookup gets nothing', async () => {
  const { add, dispatcher, store, deliveries, clock } = await testOutbox();
  await add('slow', 1);
  let endLookup: (() => void) | undefined;
  let requests = 0;
  const running = dispatcher(
    () => {
      requests += 1;
      return accept();
    },
    {
      lookUp: () =>
        new Promise((resolve) => {
          endLookup = () => resolve(1);
        }),
    },
  );
  running.wake();
  await eventually(() => endLookup !== undefined);
  const times = { now: clock.now(), resumeFrom: 0 };
  await store.channels.update(
    { id: 'chan_slow', account_id: 'acc' },
    { status: 'disabled' },
    times,
  );
  endLookup?.();
  await running.idle();
  expect(requests).toBe(0);
  expect(await deliveries()).toMatchObject([
    { status: 'stopped', last_error: 'connection_disabled', attempts: 0 },
  ]);
});
