import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Database } from '../../../../src/storage/database.ts';
import { sign } from '../../../../src/webhooks/sign.ts';
import { addSample } from '../../../helpers/fresh-news.ts';
import { paidKey, testServer, unpaidKey } from '../../../helpers/server.ts';
import { clientOf, connect, deliveryOf, startWatch } from '../../../helpers/watch.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

const second = 1000;

/** A monitor of a team, and a member who may connect it or not. */
const teamFixture = (webhooks: boolean) => ({
  accounts: [{ id: 'paid', keys: [paidKey] }],
  teams: [{ id: 'desk', members: [{ account: 'paid', webhooks }] }],
  monitors: [{ id: 'mon_team', team: 'desk', prompt: 'chip exports' }],
});

/** A delivery that has failed once and is due again in a second. */
async function midRound() {
  const watch = await startWatch();
  const receiver = await webhookReceiver(500, 204);
  const { channel, signing_secret } = await connect(watch.client, receiver.url);
  await watch.client.monitors.run({ id: watch.monitor.id });
  const next = async () => {
    watch.clock.advance(second);
    await watch.server.settled();
    return deliveryOf(watch.client, channel.id);
  };
  return { ...watch, receiver, channel, signing_secret, next };
}

describe('docs/receiver-cases.md, case 19: a change in the middle of a round', () => {
  it('to a disabled connection stops its deliveries', async () => {
    const { client, channel, next, receiver } = await midRound();
    await client.delivery.set({ channel_id: channel.id, status: 'disabled' });
    expect(await next()).toMatchObject({
      status: 'stopped',
      attempts: 1,
      last_error: 'connection_disabled',
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('to a removed connection stops its deliveries', async () => {
    const { client, channel, next, receiver } = await midRound();
    await client.delivery.disconnect({ channel_id: channel.id });
    expect(await next()).toMatchObject({ status: 'stopped', last_error: 'connection_removed' });
    expect(receiver.received).toHaveLength(1);
  });

  it('to a deleted monitor stops its deliveries, and its alert stays', async () => {
    const { client, monitor, next } = await midRound();
    await client.monitors.delete({ id: monitor.id });
    expect(await next()).toMatchObject({ status: 'stopped', last_error: 'monitor_deleted' });
    expect((await client.alerts.list()).alerts).toHaveLength(1);
  });

  it('to another URL sends the pending event there, signed with the same secret', async () => {
    const { client, channel, signing_secret, next, receiver } = await midRound();
    const moved = await webhookReceiver(204);
    const response = await client.delivery.set({ channel_id: channel.id, webhook_url: moved.url });
    expect(response).not.toHaveProperty('signing_secret');
    expect(await next()).toMatchObject({ status: 'delivered', attempts: 2 });
    expect(moved.ids()).toEqual(receiver.ids());
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = moved.received;
    const timestamp = String(headers['x-service-timestamp']);
    expect(headers['x-service-signature']).toBe(await sign(signing_secret, timestamp, body));
  });

  it('to a disabled connection stops its deliveries for good, even if it is enabled again', async () => {
    const { client, channel, next, receiver } = await midRound();
    await client.delivery.set({ channel_id: channel.id, status: 'disabled' });
    const response = await client.delivery.set({
      channel_id: channel.id,
      status: 'active',
      name: 'desk',
    });
    expect(response.channel).toEqual({ ...channel, name: 'desk' });
    expect(await next()).toMatchObject({ status: 'stopped', last_error: 'connection_disabled' });
    expect(receiver.received).toHaveLength(1);
  });

  it('to a scope without the monitor stops its deliveries', async () => {
    const { client, channel, next } = await midRound();
    const other = await client.monitors.create({ prompt: 'Tell me about otters' });
    await client.delivery.set({ channel_id: channel.id, monitor_id: other.id });
    expect(await next()).toMatchObject({ status: 'stopped', last_error: 'out_of_scope' });
  });

  it('to another scope and then to all monitors stops nothing', async () => {
    const { client, channel, next } = await midRound();
    const other = await client.monitors.create({ prompt: 'Tell me about otters' });
    await client.delivery.set({ channel_id: channel.id, monitor_id: other.id });
    await client.delivery.set({ channel_id: channel.id, all_monitors: true });
    expect(await next()).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  it.each<[string, string, (database: Database) => unknown]>([
    [
      'the team withdraws its permission',
      'permission_withdrawn',
      (database) => database.run('UPDATE team_members SET webhooks = 0'),
    ],
    [
      'the account leaves the team',
      'permission_withdrawn',
      (database) => database.run('DELETE FROM team_members'),
    ],
    [
      'the monitor gets another owner',
      'monitor_not_owned',
      (database) => database.run("UPDATE monitors SET owner_id = 'somebody else', team_id = NULL"),
    ],
  ])('stops pending deliveries if %s', async (_what, reason, change) => {
    const data = await mkdtemp(join(tmpdir(), 'newswatch-changes-'));
    const { client, clock, server } = await startWatch({ data, fixture: teamFixture(true) });
    const receiver = await webhookReceiver(500);
    const { channel } = await connect(client, receiver.url, 'mon_team');
    await client.monitors.run({ id: 'mon_team' });
    clock.advance(second);
    await server.settled();
    expect(await deliveryOf(client, channel.id)).toMatchObject({ status: 'retrying', attempts: 2 });
    const database = Database.open(join(data, 'newswatch.db'));
    change(database);
    database.close();
    clock.advance(3 * second);
    await server.settled();
    expect(await deliveryOf(client, channel.id)).toMatchObject({
      status: 'stopped',
      attempts: 2,
      last_error: reason,
    });
    expect(receiver.received).toHaveLength(2);
  });
});

it('a delivery stored while the plan ends is not attempted', async () => {
  const data = await mkdtemp(join(tmpdir(), 'newswatch-changes-'));
  const { client, clock, server, monitor } = await startWatch({ data });
  const receiver = await webhookReceiver(500);
  const { channel } = await connect(client, receiver.url);
  await client.monitors.run({ id: monitor.id });
  const database = Database.open(join(data, 'newswatch.db'));
  database.run("UPDATE accounts SET plan = 'none'");
  clock.advance(second);
  await server.settled();
  database.run("UPDATE accounts SET plan = 'active'");
  database.close();
  expect(await deliveryOf(client, channel.id)).toMatchObject({
    status: 'stopped',
    attempts: 1,
    last_error: 'plan_lapsed',
  });
  expect(receiver.received).toHaveLength(1);
});

it('docs/receiver-cases.md, case 23: two connections get two events with two ids for one run', async () => {
  const { client, monitor } = await startWatch();
  const one = await webhookReceiver(204);
  const two = await webhookReceiver(204);
  await connect(client, one.url);
  await connect(client, two.url, monitor.id);
  const run = await client.monitors.run({ id: monitor.id });
  expect(run.broadcast_results).toHaveLength(2);
  const ids = [...one.ids(), ...two.ids()];
  expect(new Set(ids).size).toBe(2);
});

it('a second connection of the same monitors to the same URL is a conflict, even at the same time', async () => {
  const { client, monitor } = await startWatch();
  for (const scope of [undefined, monitor.id]) {
    const twice = [0, 1].map(() => connect(client, 'http://127.0.0.1:9/hook', scope));
    const outcomes = await Promise.allSettled(twice);
    const [created] = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const rejected = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(rejected).toMatchObject([
      { status: 409, body: { error: 'conflict', channel_id: created?.channel.id } },
    ]);
  }
  expect((await client.delivery.get()).channels).toHaveLength(2);
});

it('unknown connections and monitors are named in the error', async () => {
  const { client } = await startWatch();
  const { channel } = await connect(client, 'http://127.0.0.1:9/hook');
  const [channel_id, monitor_id] = ['chan_nowhere', 'mon_nowhere'];
  const unknown: [string, Promise<unknown>][] = [
    [channel_id, client.delivery.set({ channel_id, name: 'x' })],
    [channel_id, client.delivery.rotate_secret({ channel_id })],
    [channel_id, client.delivery.test({ channel_id })],
    [channel_id, client.delivery.disconnect({ channel_id })],
    [monitor_id, connect(client, 'http://127.0.0.1:9/other', monitor_id)],
    [monitor_id, client.delivery.set({ channel_id: channel.id, monitor_id })],
    [monitor_id, client.monitors.run({ id: monitor_id })],
    [monitor_id, client.monitors.runs({ id: monitor_id })],
    [monitor_id, client.monitors.pause({ id: monitor_id })],
    [monitor_id, client.monitors.resume({ id: monitor_id })],
    [monitor_id, client.monitors.delete({ id: monitor_id })],
  ];
  await Promise.allSettled(unknown.map(([, call]) => call));
  for (const [id, call] of unknown) {
    const message = expect.stringContaining(id);
    await expect(call).rejects.toMatchObject({
      status: 404,
      body: { error: 'not_found', message },
    });
  }
  expect((await client.delivery.get()).channels).toEqual([channel]);
});

it('a monitor that runs only on demand cannot be connected and sends no events', async () => {
  const { client, server } = await startWatch();
  const receiver = await webhookReceiver(204);
  const monitor = await client.monitors.create({ prompt: 'chip exports', on_demand: true });
  await addSample(server, { edition: 'again' });
  expect(monitor).toMatchObject({ every_minutes: null, next_run_at: null });
  await expect(connect(client, receiver.url, monitor.id)).rejects.toMatchObject({ status: 400 });
  await connect(client, receiver.url);
  const run = await client.monitors.run({ id: monitor.id });
  expect(run.results.length).toBeGreaterThan(0);
  expect(run.broadcast_results).toEqual([]);
});

describe('team monitors', () => {
  it('can be connected only with the webhook permission of the team', async () => {
    const client = clientOf(
      await testServer({ fixture: teamFixture(false), allowPrivateWebhooks: true }),
    );
    await expect(connect(client, 'http://127.0.0.1:9/', 'mon_team')).rejects.toMatchObject({
      status: 403,
      body: { error: 'forbidden' },
    });
  });

  it('send to their own connection and to one that covers all monitors of their owner', async () => {
    const server = await testServer({ fixture: teamFixture(true), allowPrivateWebhooks: true });
    const client = clientOf(server);
    const all = await webhookReceiver(204);
    const own = await webhookReceiver(204);
    await connect(client, all.url);
    await connect(client, own.url, 'mon_team');
    await client.monitors.run({ id: 'mon_team' });
    expect([all.received.length, own.received.length]).toEqual([1, 1]);
  });
});

describe('Send test', () => {
  it('sends a signed webhook.test to a connection of any status', async () => {
    const { client } = await startWatch();
    const receiver = await webhookReceiver(204);
    const { channel } = await connect(client, receiver.url);
    await client.delivery.set({ channel_id: channel.id, status: 'disabled' });
    const { webhook_delivery } = await client.delivery.test({ channel_id: channel.id });
    expect(webhook_delivery).toMatchObject({
      type: 'webhook.test',
      status: 'delivered',
      attempts: 1,
    });
    const payload = JSON.parse(String(receiver.received[0]?.body)) as { type: string; id: string };
    expect(payload).toMatchObject({ type: 'webhook.test', id: webhook_delivery.event_id });
  });

  it('works only for connections of the account', async () => {
    const { server, client } = await startWatch();
    const { channel } = await connect(client, 'http://127.0.0.1:9/');
    const other = clientOf(server, unpaidKey);
    await expect(other.delivery.test({ channel_id: channel.id })).rejects.toMatchObject({
      status: 402,
    });
    await expect(client.delivery.test({ channel_id: 'chan_nobody' })).rejects.toMatchObject({
      status: 404,
    });
  });
});
