import type { Alert } from 'newswatch';
import { describe, expect, it } from 'vitest';
import { cli } from '../helpers/cli.ts';
import { closing } from '../helpers/closing.ts';
import { freePort } from '../helpers/free-port.ts';
import { byKey, connectCurrent } from '../helpers/mcp-clients.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../helpers/postgres.ts';
import { envFor, paidKey } from '../helpers/server.ts';
import { connect, startOfTime, startWatch } from '../helpers/watch.ts';

const alertCount = 1000;
const maxAttempts = 24;
const minute = 60_000;
const hour = 60 * minute;
const since = new Date(startOfTime).toISOString();

type Watch = Awaited<ReturnType<typeof startWatch>>;

interface AlertList {
  alerts: Alert[];
}

/** Runs new monitors, one alert each, while the clock stands still, goes on and goes back. */
async function makeAlerts({ client, clock, server }: Watch): Promise<Set<string>> {
  const monitors = new Set<string>();
  const createSome = async () => {
    while (monitors.size < alertCount) {
      monitors.add((await client.monitors.create({ prompt: 'chip exports' })).id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, createSome));
  await server.addNews([{ title: 'Chip exports rise' }]);
  const runs = new Set<string>();
  const left = monitors.values();
  const makeSome = async () => {
    for (const id of left) {
      if (runs.size === 0.4 * alertCount) clock.advance(minute);
      if (runs.size === 0.7 * alertCount) clock.advance(-minute);
      runs.add((await client.monitors.run({ id })).id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, makeSome));
  return runs;
}

/** Advances the clock from attempt to attempt, until no delivery has another one. */
async function exhaust({ clock, server, client }: Watch): Promise<void> {
  for (let advances = 0; advances < 3 * maxAttempts; advances += 1) {
    await server.settled();
    const [pending, retrying] = await Promise.all(
      (['pending', 'retrying'] as const).map((status) => client.delivery.get({ status, limit: 1 })),
    );
    const waiting = [pending, retrying].flatMap((found) => found?.webhook_deliveries ?? []);
    if (waiting.length === 0) return;
    clock.advance(11 * hour);
  }
  throw new Error('the deliveries are not final');
}

/**
 * Recovers alerts by moving `since` forward to the newest alert.
 *
 * @param read calls the operation with the documented parameters
 */
async function recover(
  read: (input: { since: string; limit: number }) => Promise<AlertList>,
): Promise<string[]> {
  const limit = 100;
  const runs: string[] = [];
  for (let from = since; ; ) {
    const { alerts } = await read({ since: from, limit });
    // The first alert of a page is the last one of the page before.
    runs.push(...alerts.slice(runs.length === 0 ? 0 : 1).map(({ run_id }) => run_id));
    if (alerts.length < limit) return runs;
    from = alerts.at(-1)?.created_at ?? from;
  }
}

const stores = [
  ['in SQLite', async () => ({ data: ':memory:' })],
  [
    onPostgres,
    async () => {
      const { address, release } = await acquireStoreDatabase();
      closing({ close: async () => release() });
      return { data: ':memory:', database: address };
    },
  ],
] as const;

describe.each(stores)('missed events %s', (title, storeOptions) => {
  it.skipIf(title === onPostgres && !postgres)(
    `docs/service.md §8.6: ${alertCount} alerts whose deliveries are exhausted are each recovered once`,
    { timeout: 240_000 },
    async () => {
      const watch = await startWatch(await storeOptions());
      const { server, client } = watch;
      await connect(client, `http://127.0.0.1:${await freePort()}/hook`);
      const made = await makeAlerts(watch);
      await client.monitors.pause_all();
      await exhaust(watch);
      const env = envFor(server);
      const exhausted = ['delivery', 'get', '--status', 'exhausted', '--all', '--format', 'jsonl'];
      const deliveries = (await cli(exhausted, { env })).stdout.trimEnd().split('\n');
      expect(deliveries).toHaveLength(made.size);
      expect(new Set(deliveries.map((line) => JSON.parse(line).run_id))).toEqual(made);

      const overHttp = await recover(async (input) => {
        const query = new URLSearchParams({ since: input.since, limit: String(input.limit) });
        const response = await fetch(`${server.baseUrl}/api/v1/alerts?${query}`, {
          headers: { authorization: `Bearer ${paidKey}` },
        });
        return (await response.json()) as AlertList;
      });
      expect(overHttp).toHaveLength(made.size);
      expect(new Set(overHttp)).toEqual(made);

      const mcp = await connectCurrent(byKey(server));
      const overMcp = await recover(async (input) => {
        const result = await mcp.callTool({ name: 'alerts.list', arguments: input });
        return result.structuredContent as AlertList;
      });
      expect(overMcp).toEqual(overHttp);

      const { stdout } = await cli(['alerts', 'list', '--since', since, '--all'], { env });
      const { alerts, has_more } = JSON.parse(stdout) as AlertList & { has_more: boolean };
      expect(alerts.map(({ run_id }) => run_id)).toEqual(overHttp);
      expect(has_more).toBe(false);
    },
  );
});
