import { expect, it } from 'vitest';
import { addSample } from '../../../../helpers/fresh-news.ts';
import { paidKey, testServer } from '../../../../helpers/server.ts';
import { clientOf } from '../../../../helpers/watch.ts';

const otherKey = 'nw_other_0123456789';

/** A server with an alert of each of two monitors, and a monitor without alerts. */
async function twoAlerts() {
  const server = await testServer({
    fixture: {
      accounts: [
        { id: 'one', plan: 'active', keys: [paidKey] },
        { id: 'two', plan: 'active', keys: [otherKey] },
      ],
    },
  });
  const client = clientOf(server);
  const create = (prompt: string) => client.monitors.create({ prompt, on_demand: true });
  const chips = await create('chip exports');
  const cocoa = await create('cocoa exports');
  const quiet = await create('zeppelin');
  await addSample(server, { edition: 'again' });
  for (const { id } of [chips, cocoa, quiet]) await client.monitors.run({ id });
  const monitorsOf = async (monitor_id?: string) =>
    (await client.alerts.list({ monitor_id })).alerts.map((alert) => alert.monitor_id);
  return { server, client, chips, cocoa, quiet, monitorsOf };
}

it('are listed with monitor_id, also if the monitor was deleted', async () => {
  const { client, chips, cocoa, quiet, monitorsOf } = await twoAlerts();
  expect(await monitorsOf()).toEqual([cocoa.id, chips.id]);
  expect(await monitorsOf(chips.id)).toEqual([chips.id]);
  expect(await monitorsOf(quiet.id)).toEqual([]);
  await client.monitors.delete({ id: chips.id });
  expect(await monitorsOf(chips.id)).toEqual([chips.id]);
});

it('are not_found for a monitor that the user has neither now nor in an alert', async () => {
  const { server, client, chips, quiet } = await twoAlerts();
  const notFound = { code: 'not_found', status: 404 };
  await expect(client.alerts.list({ monitor_id: 'none' })).rejects.toMatchObject(notFound);
  const other = clientOf(server, otherKey);
  await expect(other.alerts.list({ monitor_id: chips.id })).rejects.toMatchObject(notFound);
  await client.monitors.delete({ id: quiet.id });
  await expect(client.alerts.list({ monitor_id: quiet.id })).rejects.toMatchObject(notFound);
});

it('are followed with monitor_id', async () => {
  const { client, chips } = await twoAlerts();
  const signal = AbortSignal.timeout(30_000);
  const input = { since: '2000-01-01T00:00:00Z', monitor_id: chips.id, interval: 100 };
  for await (const alert of client.alerts.follow(input, { signal })) {
    expect(alert.monitor_id).toBe(chips.id);
    return;
  }
  expect.unreachable();
});
