import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient } from 'newswatch';
import { describe, expect, it } from 'vitest';
import { addNewsTo } from '../../helpers/add-news.ts';
import { cli, failureIn } from '../../helpers/cli.ts';
import { closing } from '../../helpers/closing.ts';
import { lockDatabase } from '../../helpers/lock.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../helpers/postgres.ts';
import { query } from '../../helpers/postgres-cluster.ts';
import { spawnCommand } from '../../helpers/process.ts';
import { type Ready, serve } from '../../helpers/serve.ts';
import { webhookReceiver } from '../../helpers/webhook-receiver.ts';

const clientOf = ({ base_url }: Ready, apiKey = '') =>
  closing(createClient({ baseUrl: base_url, apiKey, retries: 0 }));

/** An embedded store with data. */
async function usedStore(items = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-copy-'));
  const data = join(folder, 'data');
  const news = join(folder, 'news.jsonl');
  const records = Array.from({ length: items }, (_, n) => ({ id: `n${n}`, title: `Report ${n}` }));
  await writeFile(news, records.map((record) => JSON.stringify(record)).join('\n'));
  const flags = ['--data', data, '--sample', '--allow-private-webhooks'];
  const running = await serve(...flags, ...(items > 0 ? ['--news', news] : []));
  const client = clientOf(running.ready, running.ready.api_key);
  const receiver = await webhookReceiver(204);
  await client.delivery.connect({ platform: 'webhook', webhook_url: receiver.url });
  const { id } = await client.monitors.create({ prompt: 'Tell me about chip exports' });
  await addNewsTo(['--data', data], [{ title: 'Chip exports rise' }]);
  await client.monitors.run({ id });
  await running.end('SIGTERM');
  return { data, key: running.ready.api_key ?? '', monitor: id };
}

const copy = (from: string, database: string) =>
  cli(['serve', '--copy-from', from, '--database', database]);

describe('serve --copy-from', () => {
  it('requires a database', async () => {
    const { code, stderr } = await cli(['serve', '--copy-from', '/nowhere']);
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({ error: 'no_database' });
  });
});

describe.skipIf(!postgres)(`serve --copy-from ${onPostgres}`, () => {
  it('copies everything, prints row counts and serves the same data', async () => {
    const { data, key, monitor } = await usedStore();
    const database = await createEmptyDatabase();
    const { code, stdout, stderr } = await copy(data, database);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { copied } = JSON.parse(stdout) as { copied: Record<string, number> };
    expect(copied).toMatchObject({ accounts: 1, api_keys: 1, monitors: 1, channels: 1 });
    expect(copied['news']).toBeGreaterThan(10);
    expect(copied['payloads']).toBeGreaterThan(0);

    const [embedded, there] = [await serve('--data', data), await serve('--database', database)];
    const [one, other] = [clientOf(embedded.ready, key), clientOf(there.ready, key)];
    expect(await other.monitors.runs({ id: monitor })).toEqual(
      await one.monitors.runs({ id: monitor }),
    );
    expect(await other.alerts.list()).toEqual(await one.alerts.list());
    expect(await other.delivery.get()).toEqual(await one.delivery.get());
    expect((await other.news.latest()).items).toEqual((await one.news.latest()).items);
    const titles = async (client: typeof one) =>
      (await client.news.search({ query: 'chip exports' })).items.map(({ title }) => title);
    expect((await titles(other))[0]).toBe((await titles(one))[0]);
    // New rows are ordered after the copied ones.
    await other.monitors.run({ id: monitor });
    expect((await other.monitors.runs({ id: monitor })).runs).toHaveLength(3);
  });

  it('continues after a kill; a partial copy is not served', async () => {
    const { data } = await usedStore(3000);
    const database = await createEmptyDatabase();
    const child = spawnCommand(['serve', '--copy-from', data, '--database', database]);
    const started = async () =>
      (
        await query(
          database,
          "SELECT to_regclass('news') AS name WHERE to_regclass('news') IS NOT NULL",
        )
      ).length > 0 && (await query(database, 'SELECT 1 FROM news LIMIT 1')).length > 0;
    while (!(await started())) await setTimeout(5);
    child.kill('SIGKILL');
    const { code, stderr } = await cli(['serve', '--port', '0', '--database', database]);
    expect(code).toBe(1);
    expect(failureIn(stderr)['message']).toContain('--copy-from');
    for (let times = 0; times < 2; times += 1) {
      const again = await copy(data, database);
      expect({ code: again.code, stderr: again.stderr }).toMatchObject({ code: 0 });
      expect(JSON.parse(again.stdout).copied.news).toBeGreaterThan(3000);
    }
    await serve('--database', database);
  });

  it('rejects a database with other data and does not change it', async () => {
    const { data } = await usedStore();
    const database = await createEmptyDatabase();
    await (await serve('--database', database)).end('SIGTERM');
    const { code, stderr } = await copy(data, database);
    expect(code).toBe(1);
    expect(failureIn(stderr)['message']).toContain('has other data');
    expect(await query(database, 'SELECT id FROM accounts')).toHaveLength(1);
  });

  it('rejects a folder without a store and a locked store', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newswatch-copy-'));
    const database = await createEmptyDatabase();
    const absent = await copy(folder, database);
    expect(absent.code).toBe(1);
    expect(failureIn(absent.stderr)['message']).toContain('no SQLite store');
    const { data } = await usedStore();
    const unlock = lockDatabase(join(data, 'newswatch.db'));
    const locked = await copy(data, database);
    unlock();
    expect(locked.code).toBe(1);
    expect(failureIn(locked.stderr)['message']).toContain('locked');
  });
});
