import { describe, expect, it } from 'vitest';
import { addSample } from '../../../../helpers/fresh-news.ts';
import { postRpc, toolCall } from '../../../../helpers/json-rpc.ts';
import { planSwitch } from '../../../../helpers/plan-switch.ts';
import { paidKey } from '../../../../helpers/server.ts';
import { clientOf, connect, deliveryOf, startWatch } from '../../../../helpers/watch.ts';
import { type WebhookResponse, webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const second = 1000;
const hour = 3_600_000;
const memberKey = 'nw_member_0123456789';

async function watchWithPlan(...args: Parameters<typeof startWatch>) {
  const watch = await startWatch(...args);
  return { ...watch, switchPlan: await planSwitch(watch.server) };
}

/** A feed that does something whenever it is read. */
async function feedThat(act: () => Promise<unknown>) {
  const respond: WebhookResponse = (response) => {
    void act().then(() => {
      response.writeHead(200, { 'content-type': 'application/rss+xml' });
      response.end(`<rss version="2.0"><channel><title>Feed</title><item><guid>chips</guid>
        <title>Chip exports rise again</title></item></channel></rss>`);
    });
  };
  return webhookReceiver(respond);
}

describe('without a plan, the service', () => {
  it('reads no sources for a tick', async () => {
    const { client, clock, server, switchPlan } = await watchWithPlan();
    let reads = 0;
    const feed = await feedThat(async () => {
      reads += 1;
    });
    await client.monitors.create({ prompt: `chip exports on ${feed.url}` });
    await switchPlan('off');
    clock.advance(hour);
    await server.settled();
    expect(reads).toBe(1);
    await switchPlan('on');
    clock.advance(hour);
    await server.settled();
    expect(reads).toBe(2);
  });

  it('runs no monitor at its ticks, and runs it at the next one after the plan is back', async () => {
    const { client, clock, server, monitor, switchPlan } = await watchWithPlan();
    const receiver = await webhookReceiver(204);
    await connect(client, receiver.url);
    await switchPlan('off');
    for (let tick = 0; tick < 3; tick += 1) {
      clock.advance(hour);
      await server.settled();
    }
    await switchPlan('on');
    const unpaid = (await client.monitors.list()).monitors[0];
    expect(unpaid).toMatchObject({ status: 'active', last_run_at: monitor.last_run_at });
    expect(Date.parse(unpaid?.next_run_at ?? '')).toBe(clock.now() + hour);
    expect((await client.monitors.runs({ id: monitor.id })).runs).toHaveLength(1);
    expect((await client.alerts.list()).alerts).toEqual([]);
    expect(receiver.received).toEqual([]);
    clock.advance(hour);
    await server.settled();
    expect((await client.alerts.list()).alerts).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it('attempts no delivery, also not when the plan is back, and keeps the alert', async () => {
    const { client, clock, server, monitor, switchPlan } = await watchWithPlan();
    const receiver = await webhookReceiver(500);
    const { channel } = await connect(client, receiver.url);
    await client.monitors.run({ id: monitor.id });
    await switchPlan('off');
    clock.advance(second);
    await server.settled();
    await switchPlan('on');
    clock.advance(28 * hour);
    await server.settled();
    expect((await client.delivery.get()).webhook_deliveries.at(-1)).toMatchObject({
      channel_id: channel.id,
      status: 'stopped',
      attempts: 1,
      next_attempt_at: null,
      last_status_code: 500,
      last_error: 'plan_lapsed',
    });
    const { alerts } = await client.alerts.list({ since: '2026-11-20T12:00:00Z' });
    expect(alerts.map(({ monitor_id }) => monitor_id)).toContain(monitor.id);
    const [first] = receiver.ids();
    expect(receiver.ids().filter((id) => id === first)).toHaveLength(1);
  });

  it('does not repeat the attempt that is in flight when the plan ends', async () => {
    const { client, clock, server, monitor, switchPlan } = await watchWithPlan();
    const receiver = await webhookReceiver((response) => {
      void switchPlan('off').then(() => response.writeHead(503).end());
    });
    const { channel } = await connect(client, receiver.url);
    await client.monitors.run({ id: monitor.id });
    clock.advance(28 * hour);
    await server.settled();
    await switchPlan('on');
    expect(await deliveryOf(client, channel.id)).toMatchObject({
      status: 'stopped',
      attempts: 1,
      last_error: 'plan_lapsed',
    });
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a plan that ends during a run', () => {
  it('leaves no scheduled run, alert or event, and the next tick is planned', async () => {
    const { client, clock, server, switchPlan } = await watchWithPlan();
    const receiver = await webhookReceiver(204);
    let reads = 0;
    const feed = await feedThat(async () => {
      reads += 1;
      if (reads === 2) await switchPlan('off');
    });
    const { id } = await client.monitors.create({ prompt: `chip exports on ${feed.url}` });
    await addSample(server, { edition: 'again' });
    await connect(client, receiver.url, id);
    clock.advance(hour);
    await server.settled();
    await switchPlan('on');
    expect(reads).toBe(2);
    expect((await client.monitors.runs({ id })).runs.map(({ trigger }) => trigger)).toEqual([
      'preview',
    ]);
    expect((await client.alerts.list()).alerts.filter((each) => each.monitor_id === id)).toEqual(
      [],
    );
    clock.advance(hour);
    await server.settled();
    expect((await client.monitors.runs({ id })).runs[0]?.trigger).toBe('schedule');
    expect(receiver.received).toHaveLength(1);
  });

  it('on demand gets plan_required, and leaves no run', async () => {
    const { client, switchPlan } = await watchWithPlan();
    let reads = 0;
    const feed = await feedThat(async () => {
      reads += 1;
      if (reads === 2) await switchPlan('off');
    });
    const { id } = await client.monitors.create({ prompt: `chip exports on ${feed.url}` });
    await expect(client.monitors.run({ id })).rejects.toMatchObject({
      status: 402,
      body: { error: 'plan_required' },
    });
    await switchPlan('on');
    expect((await client.monitors.runs({ id })).runs).toHaveLength(1);
  });

  it('creates no monitor if that run is its preview', async () => {
    const { client, switchPlan, monitor } = await watchWithPlan();
    const feed = await feedThat(() => switchPlan('off'));
    await expect(
      client.monitors.create({ prompt: `chip exports on ${feed.url}` }),
    ).rejects.toMatchObject({ status: 402 });
    await switchPlan('on');
    expect((await client.monitors.list()).monitors.map(({ id }) => id)).toEqual([monitor.id]);
  });
});

it("a team's monitor does not run without the plan of its owner, and a member gets a conflict", async () => {
  const { server, clock, switchPlan } = await watchWithPlan({
    fixture: {
      accounts: [
        { id: 'paid', keys: [paidKey] },
        { id: 'member', keys: [memberKey] },
      ],
      teams: [
        {
          id: 'desk',
          members: [{ account: 'paid' }, { account: 'member', webhooks: true }],
        },
      ],
      monitors: [{ id: 'mon_team', account: 'paid', team: 'desk', prompt: 'chip exports' }],
    },
  });
  const member = clientOf(server, memberKey);
  const receiver = await webhookReceiver(204);
  await connect(member, receiver.url, 'mon_team');
  await switchPlan('off');
  clock.advance(hour);
  await server.settled();
  await expect(member.monitors.run({ id: 'mon_team' })).rejects.toMatchObject({
    status: 409,
    body: { error: 'conflict', message: expect.stringContaining('owner') },
  });
  expect((await member.monitors.runs({ id: 'mon_team' })).runs).toEqual([]);
  await switchPlan('on');
  expect((await member.monitors.run({ id: 'mon_team' })).broadcast_results).toHaveLength(1);
});

it('a connection without a plan gets no event of a monitor whose owner has one', async () => {
  const { server, switchPlan } = await watchWithPlan({
    fixture: {
      accounts: [
        { id: 'member', keys: [memberKey] },
        { id: 'paid', keys: [paidKey] },
      ],
      teams: [
        { id: 'desk', members: [{ account: 'paid' }, { account: 'member', webhooks: true }] },
      ],
      monitors: [{ id: 'mon_team', account: 'paid', team: 'desk', prompt: 'chip exports' }],
    },
  });
  const receiver = await webhookReceiver(204);
  await connect(clientOf(server, memberKey), receiver.url, 'mon_team');
  await switchPlan('off');
  const run = await clientOf(server).monitors.run({ id: 'mon_team' });
  expect([run.results.length > 0, run.broadcast_results]).toEqual([true, []]);
  expect(receiver.received).toEqual([]);
});

describe('what only stops something works without a plan', () => {
  it('over HTTP', async () => {
    const { client, monitor, switchPlan } = await watchWithPlan();
    const { channel } = await connect(client, 'http://127.0.0.1:9/');
    const other = await client.monitors.create({ prompt: 'otters' });
    await switchPlan('off');
    expect(await client.monitors.pause({ id: monitor.id })).toMatchObject({ status: 'paused' });
    expect((await client.monitors.pause_all()).monitors).toHaveLength(2);
    expect(await client.monitors.delete({ id: other.id })).toEqual({ deleted: other.id });
    const disable = { channel_id: channel.id, status: 'disabled' } as const;
    expect((await client.delivery.set(disable)).channel.status).toBe('disabled');
    const enable = { channel_id: channel.id, status: 'active' } as const;
    await expect(client.delivery.set(enable)).rejects.toMatchObject({ status: 402 });
    await expect(client.monitors.resume({ id: monitor.id })).rejects.toMatchObject({ status: 402 });
    expect(await client.delivery.disconnect({ channel_id: channel.id })).toEqual({
      disconnected: channel.id,
    });
    expect((await client.briefings.list()).briefings).toEqual([]);
    await switchPlan('on');
    expect((await client.monitors.list()).monitors).toMatchObject([
      { id: monitor.id, status: 'paused' },
    ]);
    expect((await client.delivery.get()).channels).toEqual([]);
  });

  it('over MCP', async () => {
    const { client, server, monitor, switchPlan } = await watchWithPlan();
    const { channel } = await connect(client, 'http://127.0.0.1:9/');
    await switchPlan('off');
    const call = async (tool: string, input?: Record<string, unknown>) => {
      const { body } = await postRpc(`${server.baseUrl}/mcp/${paidKey}`, toolCall(tool, input));
      return (body as { result: { isError?: boolean; content: { text: string }[] } }).result;
    };
    const id = channel.id;
    for (const [tool, input] of [
      ['monitors.pause', { monitor_id: monitor.id }],
      ['monitors.pause_all', {}],
      ['monitors.delete', { monitor_id: monitor.id }],
      ['delivery.set', { channel_id: id, status: 'disabled' }],
      ['delivery.disconnect', { channel_id: id }],
      ['briefings.list', {}],
    ] as const) {
      expect([tool, (await call(tool, input)).isError]).toEqual([tool, undefined]);
    }
    for (const [tool, input] of [
      ['delivery.set', { channel_id: id, status: 'disabled', name: 'n' }],
      ['delivery.set', { channel_id: id }],
      ['delivery.set', {}],
      ['alerts.list', { limit: 0 }],
    ] as const) {
      const { isError, content } = await call(tool, input);
      const { error } = JSON.parse(content[0]?.text ?? '') as { error: string };
      expect([tool, isError, error]).toEqual([tool, true, 'plan_required']);
    }
  });
});
