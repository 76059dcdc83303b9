import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyIntoDatabase, ManualClock } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { testServer } from '../../../../helpers/server.ts';
import { clientOf, startOfTime } from '../../../../helpers/watch.ts';

const hour = 3_600_000;
const news = (...names: string[]) => names.map((id) => ({ id, title: `Zorbing hill ${id} opens` }));

describe.skipIf(!postgres)(`watches that move ${onPostgres}`, () => {
  it('alert nothing old, what waited, and what arrives later', async () => {
    const clock = new ManualClock(startOfTime);
    const data = mkdtempSync(join(tmpdir(), 'newswatch-move-'));
    const before = await testServer({ data, clock, sample: true });
    await before.addNews(news('old', 'older'));
    const client = clientOf(before);
    const { id } = await client.monitors.create({ prompt: 'zorbing' });
    await before.addNews(news('alerted'));
    clock.advance(hour);
    await before.settled();
    const waiting = Array.from({ length: 12 }, (_, n) => `waiting-${'abcdefghijkl'[n]}`);
    await before.addNews(news(...waiting));
    clock.advance(hour);
    await before.settled();
    await before.close();

    const { address, release } = await acquireStoreDatabase();
    await copyIntoDatabase({ from: data, database: address });
    const after = await testServer({ data, database: address, clock, sample: true });
    const moved = clientOf(after);
    const tick = async () => {
      clock.advance(hour);
      await after.settled();
      const [run] = (await moved.monitors.runs({ id, limit: 1 })).runs;
      return run?.results.map(({ title }) => title);
    };
    expect(await tick()).toHaveLength(2);
    await after.addNews(news('old', 'alerted', 'waiting-d', 'new'));
    expect(await tick()).toEqual(['Zorbing hill new opens']);
    expect(await tick()).toEqual([]);
    await after.close();
    release();
  });
});
