import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createClient } from 'newswatch';
import { beforeEach, describe, expect, it } from 'vitest';
import { closing } from '../../helpers/closing.ts';
import { eventually } from '../../helpers/eventually.ts';
import { testOutbox } from '../../helpers/outbox-under-test.ts';
import { type RunningServe, serve } from '../../helpers/serve.ts';
import { webhookReceiver } from '../../helpers/webhook-receiver.ts';

const key = 'nw_servers_key';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-servers-'));
});

async function start(): Promise<RunningServe> {
  const fixture = join(folder, 'fixture.json');
  await writeFile(fixture, JSON.stringify({ accounts: [{ id: 'acc', keys: [key] }] }), {
    mode: 0o600,
  });
  return serve('--data', folder, '--fixture', fixture, '--allow-private-webhooks');
}

function clientOf({ ready }: RunningServe) {
  return closing(createClient({ baseUrl: ready.base_url, apiKey: key, retries: 0 }));
}

describe('docs/receiver-cases.md, case 17: two servers on one data folder', () => {
  it('send each event once', async () => {
    const receiver = await webhookReceiver(204);
    const { add, deliveries } = await testOutbox(folder);
    const servers = await Promise.all([start(), start()]);
    const clients = servers.map(clientOf);
    for (let n = 0; n < 20; n += 1) await add(`to-${n}`, 30, `${receiver.url}/${n}`);
    // A change to a connection makes each server check the outbox immediately.
    await Promise.all(
      clients.map((client, n) => client.delivery.set({ channel_id: 'chan_to-0', name: `${n}` })),
    );
    await eventually(() => receiver.received.length >= 600);
    await Promise.all(servers.map(({ end }) => end('SIGTERM')));
    expect(new Set(receiver.ids()).size).toBe(600);
    expect(receiver.received).toHaveLength(600);
    const settled = (await deliveries()).map(({ status, attempts }) => `${status} ${attempts}`);
    expect(new Set(settled)).toEqual(new Set(['delivered 1']));
  });
});

describe('docs/receiver-cases.md, case 24: SIGTERM', () => {
  it('stops claiming, finishes attempts and requests, and releases the rest', async () => {
    const held: (() => void)[] = [];
    const receiver = await webhookReceiver((response) => {
      held.push(() => response.writeHead(204).end());
    });
    const { add, deliveries } = await testOutbox(folder);
    await add('one', 20, receiver.url);
    const first = await start();
    await eventually(() => held.length === 8);
    // A request in flight that waits for an attempt without a free slot.
    const waiting = clientOf(first).delivery.test({ channel_id: 'chan_one' });
    while ((await deliveries()).length < 21) await setImmediate();
    const ended = first.end('SIGTERM');
    while (await takesConnections(first.ready.base_url));
    for (const respond of held.splice(0)) respond();
    expect((await waiting).webhook_delivery).toMatchObject({ status: 'pending', attempts: 0 });
    expect(await ended).toBe(143);
    expect(receiver.received).toHaveLength(8);
    const standing = (await deliveries()).map(({ status, attempts }) => `${status} ${attempts}`);
    expect(standing.filter((each) => each === 'delivered 1')).toHaveLength(8);
    expect(standing.filter((each) => each === 'pending 0')).toHaveLength(13);

    const second = await start();
    while (receiver.received.length < 21) {
      await eventually(() => held.length > 0);
      for (const respond of held.splice(0)) respond();
    }
    await second.end('SIGTERM');
    expect(new Set(receiver.ids()).size).toBe(21);
  });

  it('waits for a hanging receiver at most until the timeout of its attempt', async () => {
    const receiver = await webhookReceiver(() => {});
    const { add, deliveries } = await testOutbox(folder);
    await add('one', 1, receiver.url);
    const { end } = await start();
    await eventually(() => receiver.received.length === 1);
    expect(await end('SIGTERM')).toBe(143);
    expect(await deliveries()).toMatchObject([
      { status: 'retrying', attempts: 1, last_error: 'timeout' },
    ]);
  });
});

async function takesConnections(base_url: string): Promise<boolean> {
  return fetch(`${base_url}/healthz`, { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  );
}
