import { describe, expect, it } from 'vitest';
import { addSample } from '../../../../helpers/fresh-news.ts';
import { postRpc, toolCall } from '../../../../helpers/json-rpc.ts';
import { paidKey } from '../../../../helpers/server.ts';
import { clientOf, connect, deliveryOf, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const hour = 3_600_000;
const editorKey = 'nw_editor_0123456789';
const readerKey = 'nw_reader_0123456789';
const strangerKey = 'nw_stranger_0123456789';
const id = 'mon_team';

/** The owner of a team's monitor, a member with the webhook permission, one without, a stranger. */
async function team({ ownerMayConnect = false } = {}) {
  const watch = await startWatch({
    fixture: {
      accounts: [
        { id: 'owner', keys: [paidKey] },
        { id: 'editor', keys: [editorKey] },
        { id: 'reader', keys: [readerKey] },
        { id: 'stranger', keys: [strangerKey] },
      ],
      teams: [
        {
          id: 'desk',
          members: [
            { account: 'reader' },
            { account: 'owner', webhooks: ownerMayConnect },
            { account: 'editor', webhooks: true },
          ],
        },
      ],
      monitors: [{ id, account: 'owner', team: 'desk', prompt: 'chip exports' }],
    },
  });
  const { server, client: owner } = watch;
  return {
    ...watch,
    owner,
    editor: clientOf(server, editorKey),
    reader: clientOf(server, readerKey),
    stranger: clientOf(server, strangerKey),
  };
}

const ofTeam = { owner_id: 'owner', team_id: 'desk' };

describe("a team's monitor", () => {
  it('is owned by the account that creates it, and seen and run by every member', async () => {
    const { owner, reader, stranger } = await team();
    const created = await owner.monitors.create({ prompt: 'otters', team_id: 'desk' });
    expect(created).toMatchObject(ofTeam);
    expect((await owner.monitors.create({ prompt: 'otters' })).team_id).toBeNull();
    for (const client of [owner, reader]) {
      const { monitors } = await client.monitors.list();
      expect(monitors).toContainEqual(expect.objectContaining({ id: created.id, ...ofTeam }));
    }
    expect((await stranger.monitors.list()).monitors).toEqual([]);
    const run = await reader.monitors.run({ id });
    expect((await owner.monitors.runs({ id })).runs).toContainEqual(run);
    const { alerts } = await reader.alerts.list();
    expect(alerts.map(({ run_id }) => run_id)).toEqual([run.id]);
    expect((await owner.alerts.list()).alerts).toEqual(alerts);
    expect((await stranger.alerts.list()).alerts).toEqual([]);
    await expect(stranger.monitors.run({ id })).rejects.toMatchObject({ status: 404 });
    await expect(
      stranger.monitors.create({ prompt: 'otters', team_id: 'desk' }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('is changed by its owner and by members with the webhook permission', async () => {
    const { owner, editor } = await team();
    for (const client of [owner, editor]) {
      expect((await client.monitors.pause({ id })).status).toBe('paused');
      expect((await client.monitors.resume({ id })).status).toBe('active');
      expect((await client.monitors.edit({ id, title: 'Chips' })).title).toBe('Chips');
    }
    expect(await editor.monitors.delete({ id })).toEqual({ deleted: id });
  });

  it('is not changed by other members, over HTTP or MCP', async () => {
    const { server, reader, stranger } = await team();
    const [, ...forbidden] = await Promise.allSettled([
      reader.monitors.get({ id }),
      reader.monitors.pause({ id }),
      reader.monitors.resume({ id }),
      reader.monitors.edit({ id, title: 'Chips' }),
      reader.monitors.delete({ id }),
    ]);
    for (const outcome of forbidden) {
      expect(outcome).toMatchObject({
        reason: {
          status: 403,
          body: { error: 'forbidden', message: expect.stringContaining('webhook permission') },
        },
      });
    }
    for (const tool of ['monitors.pause', 'monitors.resume', 'monitors.edit', 'monitors.delete']) {
      const call = toolCall(tool, { monitor_id: id });
      const { body } = await postRpc(`${server.baseUrl}/mcp/${readerKey}`, call);
      expect(JSON.stringify(body)).toContain('forbidden');
    }
    await expect(stranger.monitors.delete({ id })).rejects.toMatchObject({ status: 404 });
    expect(await reader.monitors.get({ id })).toMatchObject({ status: 'active' });
  });

  it('is paused by its owner when all monitors are, and by no other member', async () => {
    const { owner, editor, monitor } = await team();
    expect((await editor.monitors.pause_all()).monitors).toEqual([]);
    const { monitors } = await owner.monitors.pause_all();
    expect(monitors.map((each) => [each.id, each.status]).sort()).toEqual(
      [
        [id, 'paused'],
        [monitor.id, 'paused'],
      ].sort(),
    );
  });
});

describe('a connection to all monitors', () => {
  it("covers the owner's monitors of teams with their permission, future ones too", async () => {
    const { owner, editor, server } = await team({ ownerMayConnect: true });
    const own = await webhookReceiver(204);
    const others = await webhookReceiver(204);
    const { channel } = await connect(owner, own.url);
    await connect(editor, others.url);
    expect(channel.not_covered).toEqual([]);
    await owner.monitors.run({ id });
    const later = await owner.monitors.create({ prompt: 'chip exports', team_id: 'desk' });
    await addSample(server, { edition: 'again' });
    const run = await owner.monitors.run({ id: later.id });
    expect(run.broadcast_results).toMatchObject([{ channel_id: channel.id, status: 'delivered' }]);
    expect([own.received.length, others.received.length]).toEqual([2, 0]);
  });

  it('says which it does not cover, and the run says that the permission is missing', async () => {
    const { owner, clock, server } = await team();
    const receiver = await webhookReceiver(204);
    const { channel } = await connect(owner, receiver.url);
    const not_covered = [{ monitor_id: id, reason: 'permission_missing' }];
    expect(channel.not_covered).toEqual(not_covered);
    expect((await owner.delivery.get()).channels).toMatchObject([{ not_covered }]);
    const named = await owner.delivery.set({ channel_id: channel.id, name: 'desk' });
    expect(named.channel.not_covered).toEqual(not_covered);
    await owner.monitors.create({ prompt: 'otters', team_id: 'desk', on_demand: true });
    expect((await owner.delivery.get()).channels).toMatchObject([{ not_covered }]);
    clock.advance(hour);
    await server.settled();
    const { runs } = await owner.monitors.runs({ id });
    expect(runs[0]?.broadcast_results).toEqual([
      {
        channel_id: channel.id,
        event_id: null,
        status: 'skipped',
        attempts: 0,
        last_status_code: null,
        last_error: 'permission_missing',
      },
    ]);
    const { webhook_deliveries } = await owner.delivery.get();
    expect(webhook_deliveries.filter(({ monitor_id }) => monitor_id === id)).toEqual([]);
    expect((await owner.alerts.list()).alerts.map(({ monitor_id }) => monitor_id)).toContain(id);
  });

  it('says nothing of a quiet run', async () => {
    const { owner } = await team();
    await connect(owner, 'http://127.0.0.1:9/');
    expect((await owner.monitors.run({ id })).broadcast_results).toHaveLength(1);
    expect((await owner.monitors.run({ id })).broadcast_results).toEqual([]);
  });
});

it("a member with the permission connects the team's monitor, and gets its events", async () => {
  const { owner, editor, reader } = await team();
  const receiver = await webhookReceiver(204);
  const { channel } = await connect(editor, receiver.url, id);
  await expect(connect(reader, receiver.url, id)).rejects.toMatchObject({ status: 403 });
  await expect(connect(owner, receiver.url, id)).rejects.toMatchObject({ status: 403 });
  const run = await owner.monitors.run({ id });
  expect(run.broadcast_results).toMatchObject([{ channel_id: channel.id, status: 'delivered' }]);
  expect(await deliveryOf(owner, channel.id)).toBeUndefined();
  expect(await deliveryOf(editor, channel.id)).toMatchObject({ run_id: run.id });
});
