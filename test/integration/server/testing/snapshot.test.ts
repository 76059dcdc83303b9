import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createClient } from 'newswatch';
import { ManualClock, SnapshotError, startServer } from 'newswatch/server';
import { startTestServer } from 'newswatch/testing';
import { describe, expect, it } from 'vitest';
import { closing } from '../../../helpers/closing.ts';
import { paidKey } from '../../../helpers/server.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

const start = '2026-11-20T12:00:00Z';

async function memoryServer() {
  const clock = new ManualClock(start);
  const server = closing(
    await startServer({
      clock,
      sample: true,
      allowPrivateWebhooks: true,
      fixture: {
        accounts: [{ id: 'paid', keys: [paidKey] }],
        monitors: [{ id: 'mon_1', account: 'paid', prompt: 'chip exports', every_minutes: 60 }],
      },
    }),
  );
  const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey, retries: 0 }));
  /** What the API shows of the whole state, and the results of a search. */
  const state = async () => ({
    overview: await client.account.overview(),
    monitors: await client.monitors.list(),
    runs: await client.monitors.runs({ id: 'mon_1' }),
    alerts: await client.alerts.list(),
    delivery: await client.delivery.get(),
    news: await client.news.latest({ limit: 100 }),
    search: await client.news.search({ query: 'european gas storage', limit: 20 }),
  });
  return { clock, server, client, state };
}

describe('restore', () => {
  it('brings back accounts, monitors, news, searches, deliveries, the clock and faults', async () => {
    const { clock, server, client, state } = await memoryServer();
    const receiver = await webhookReceiver(500);
    await client.delivery.connect({ platform: 'webhook', webhook_url: receiver.url });
    await server.addNews([{ title: 'Chip exports resume' }]);
    await server.advance({ hours: 2 });
    server.faults.add({ operation: 'usage', status: 503, times: 2 });
    const before = await state();
    const snapshot = await server.snapshot();

    await server.addNews([{ title: 'European gas storage is full' }]);
    await client.monitors.delete({ id: 'mon_1' });
    await client.monitors.create({ prompt: 'rates' });
    await expect(client.usage()).rejects.toMatchObject({ status: 503 });
    await server.advance({ days: 2 });
    await server.restore(snapshot);

    expect(await state()).toEqual(before);
    expect(clock.now()).toBe(Date.parse(start) + 2 * 3_600_000);
    expect(server.faults.list()).toEqual([{ operation: 'usage', status: 503, times: 2 }]);
  });

  it('continues as the server continued after the snapshot', async () => {
    const { server, client } = await memoryServer();
    const receiver = await webhookReceiver(500);
    await client.delivery.connect({ platform: 'webhook', webhook_url: receiver.url });
    await server.addNews([{ title: 'Chip exports resume' }]);
    await server.advance({ hours: 1, seconds: 5 });
    const snapshot = await server.snapshot();
    const attemptTimes = async () => {
      await server.advance({ hours: 8 });
      const attempts = server.deliveryAttempts.list();
      return attempts.map(({ time, round, attempt, eventId }) => ({
        time,
        round,
        attempt,
        eventId,
      }));
    };
    const first = await attemptTimes();
    await server.restore(snapshot);
    expect(server.deliveryAttempts.list()).toHaveLength(3);
    expect(await attemptTimes()).toEqual(first);
    await server.restore(snapshot);
    expect(await attemptTimes()).toEqual(first);
  });

  it('finds news that is added after it, and only that', async () => {
    const { server, client } = await memoryServer();
    const empty = await server.snapshot();
    const search = async () =>
      (await client.news.search({ query: 'quokka', limit: 5 })).items.map(({ title }) => title);
    await server.addNews([{ title: 'A quokka smiles' }]);
    expect(await search()).toEqual(['A quokka smiles']);
    await server.restore(empty);
    expect(await search()).toEqual([]);
    await server.addNews([{ title: 'Another quokka smiles' }]);
    expect(await search()).toEqual(['Another quokka smiles']);
  });

  it('restores the state of another server', async () => {
    const one = await memoryServer();
    await one.server.addNews([{ title: 'A quokka smiles' }]);
    const snapshot = await one.server.snapshot();
    const two = await memoryServer();
    await two.server.restore(snapshot);
    const { items } = await two.client.news.search({ query: 'quokka' });
    expect(items).toHaveLength(1);
  });

  it("keeps its own API key valid, for the account of the other server's key", async () => {
    const accounts = [{ id: 'first' }, { id: 'ci', keys: ['nw_key_for_ci'] }];
    const one = closing(await startTestServer({ fixture: { accounts } }));
    await one.client.monitors.create({ prompt: 'chips' });
    const snapshot = await one.snapshot();
    const two = closing(await startTestServer());
    await two.restore(snapshot);
    expect((await two.client.account.overview()).account.id).toBe('ci');
    expect((await two.client.monitors.list()).monitors).toHaveLength(1);
    const page = await fetch(await two.settingsUrl());
    expect(page.status).toBe(200);
    await two.restore(await two.snapshot());
    expect((await two.client.monitors.list()).monitors).toHaveLength(1);
  });

  it('comes after calls that have begun, and before later ones', async () => {
    const { server, client } = await memoryServer();
    const snapshot = await server.snapshot();
    const calls = [
      server.addNews(Array.from({ length: 3000 }, (_, index) => ({ title: `Quokka ${index}` }))),
      server.restore(snapshot),
    ];
    await setImmediate();
    const later = [
      server.addNews([{ title: 'A numbat yawns' }]),
      server.settingsUrl(),
      server.settled(),
    ];
    await Promise.all([...calls, ...later]);
    const titles = async (query: string) =>
      (await client.news.search({ query })).items.map(({ title }) => title);
    expect(await titles('quokka')).toEqual([]);
    expect(await titles('numbat')).toEqual(['A numbat yawns']);
  });

  it('ends before settled() does', async () => {
    const { clock, server } = await memoryServer();
    const snapshot = await server.snapshot();
    await server.advance({ hours: 1 });
    const restored = server.restore(snapshot);
    await setImmediate();
    await server.settled();
    expect(clock.now()).toBe(Date.parse(start));
    await restored;
  });

  it('lets requests in flight end, and others wait, so that none fails', async () => {
    const { server, client } = await memoryServer();
    const snapshot = await server.snapshot();
    const requests = Array.from({ length: 20 }, () => client.news.latest({ limit: 1 }));
    const restored = server.restore(snapshot);
    const later = Array.from({ length: 20 }, () => client.news.latest({ limit: 1 }));
    await restored;
    for (const { items } of await Promise.all([...requests, ...later])) {
      expect(items).toHaveLength(1);
    }
  });

  it('ends a request that hangs', async () => {
    const { server, client } = await memoryServer();
    const snapshot = await server.snapshot();
    server.faults.add({ operation: 'usage', response: 'hang' });
    const hanging = client.usage().catch((error: unknown) => error);
    while (server.requests.list({ operation: 'usage' }).length === 0) {
      await client.news.latest({ limit: 1 });
    }
    await server.restore(snapshot);
    expect(await hanging).toMatchObject({ name: 'NetworkError' });
  });

  it('runs after work that is due, and after an advance that has begun', async () => {
    const { clock, server, client } = await memoryServer();
    const snapshot = await server.snapshot();
    const advanced = server.advance({ days: 1 });
    await server.restore(snapshot);
    await advanced;
    expect(clock.now()).toBe(Date.parse(start));
    expect((await client.monitors.runs({ id: 'mon_1' })).runs).toEqual([]);
  });

  it('is refused after close, and with anything but a snapshot', async () => {
    const { server } = await memoryServer();
    const snapshot = await server.snapshot();
    await expect(server.restore(JSON.parse('{}'))).rejects.toThrow(SnapshotError);
    await server.close();
    await expect(server.restore(snapshot)).rejects.toThrow(SnapshotError);
  });
});

it('a data folder has no snapshots', async () => {
  const server = closing(
    await startServer({ data: mkdtempSync(join(tmpdir(), 'newswatch-snapshot-')) }),
  );
  await expect(server.snapshot()).rejects.toThrow(/without data and database/);
});

it('a server closes at the end of an `await using` block', async () => {
  const server = await startServer();
  await server[Symbol.asyncDispose]();
  await expect(fetch(server.baseUrl)).rejects.toThrow();
});
