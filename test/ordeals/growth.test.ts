import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexItem } from '../../src/server/search/index/index-item.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { Database } from '../../src/storage/database.ts';
import { closing } from '../helpers/closing.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../helpers/postgres.ts';
import { query } from '../helpers/postgres-cluster.ts';
import { startWatch } from '../helpers/watch.ts';
import { webhookReceiver } from '../helpers/webhook-receiver.ts';

const day = 86_400_000;
const newsPerDay = 10;

/** Every kind of record has reached its age limit by then; the marks of results come last. */
const steadyAfter = 250;

const tables = [
  'runs',
  'alerts',
  'alerted',
  'deliveries',
  'payloads',
  'briefings',
  'usage_counts',
  'sessions',
  'sign_in_links',
  'rate_limits',
  'oauth_artifacts',
  'news',
];

interface Location {
  data: string;
  database?: string;
}

/** Lets a server with a busy account run for a year. Returns the rows of each table on some days. */
async function year(location: Location, countRows: (table: string) => Promise<number>) {
  const receiver = await webhookReceiver(204);
  const { clock, client, server } = await startWatch({ ...location, retain: { news: '60d' } });
  const store = closing((await openStore(location)).store);
  await client.delivery.connect({ platform: 'webhook', webhook_url: receiver.url });
  await client.monitors.create({ prompt: 'otters', every_minutes: 1440 });
  await client.monitors.create({ prompt: 'zebras', every_minutes: 1440 });
  const rows = new Map<number, Record<string, number>>();
  for (let today = 1; today <= 365; today += 1) {
    const texts = { description: '', url: null, source: null, body: null };
    const items = Array.from({ length: newsPerDay }, (_, index) => ({
      ...texts,
      id: `${today}-${index}`,
      title: `Otters of day ${today}, part ${index}`,
      publication_date: clock.now(),
    }));
    await store.news.add(items.map((item) => indexItem(item, clock.now())));
    await server.settingsUrl();
    clock.advance(day);
    await server.settled();
    if (today === 30 || today === 100 || today === steadyAfter || today === 365) {
      const counts = await Promise.all(
        tables.map(async (table) => [table, await countRows(table)] as const),
      );
      rows.set(today, Object.fromEntries(counts));
    }
  }
  return rows;
}

function expectFlat(rows: Map<number, Record<string, number>>) {
  for (const [today, counts] of rows)
    process.stdout.write(`day ${today}: ${JSON.stringify(counts)}\n`);
  const [before, after] = [rows.get(steadyAfter) ?? {}, rows.get(365) ?? {}];
  expect(after['alerts']).toBeGreaterThan(50);
  for (const table of tables) {
    const allowed = (before[table] ?? 0) * 1.05 + 5;
    expect(after[table], table).toBeLessThanOrEqual(allowed);
  }
}

describe('a simulated year', () => {
  it('fills a data folder to a constant size', { timeout: 300_000 }, async () => {
    const data = mkdtempSync(join(tmpdir(), 'newswatch-growth-'));
    const database = Database.open(join(data, 'newswatch.db'));
    closing({ close: async () => database.close() });
    const count = async (table: string) =>
      database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
    expectFlat(await year({ data }, count));
  });

  it.skipIf(!postgres)(
    `fills a database to a constant size ${onPostgres}`,
    {
      timeout: 600_000,
    },
    async () => {
      const { address, release } = await acquireStoreDatabase();
      closing({ close: async () => release() });
      const count = async (table: string) => {
        const [row] = await query(address, `SELECT count(*)::int AS n FROM ${table}`);
        return (row as { n: number }).n;
      };
      expectFlat(await year({ data: ':memory:', database: address }, count));
    },
  );
});
