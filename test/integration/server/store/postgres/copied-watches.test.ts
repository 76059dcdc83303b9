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

  it('know the stories that were alerted, and the earlier texts of items', async () => {
    const clock = new ManualClock(startOfTime);
    const data = mkdtempSync(join(tmpdir(), 'newswatch-move-'));
    const before = await testServer({ data, clock, sample: false });
    const text = (riders: number, more = '') =>
      `The zorbing hill near Rotorua was closed by the council on Friday after ${riders} riders had been injured in a collision. Its owner wants to open again in the spring with other tracks.${more}`;
    const story = (id: string, riders: number, more = '') => ({
      id,
      title: 'Zorbing hill closed',
      description: text(riders, more),
      publication_date: '2026-11-20T11:00:00Z',
    });
    const old = Array.from({ length: 3 }, (_, n) => ({
      id: `old ${n}`,
      title: `Notes ${n} from Peru`,
      description: 'A zorbing hill opens in May.',
    }));
    await before.addNews(old);
    const { id } = await clientOf(before).monitors.create({ prompt: 'zorbing' });
    await before.addNews([story('first', 3)]);
    clock.advance(hour);
    await before.settled();
    await before.addNews([story('copy', 3, ' (Wire)')]);
    await before.close();

    const { address, release } = await acquireStoreDatabase();
    await copyIntoDatabase({ from: data, database: address });
    const after = await testServer({ data, database: address, clock, sample: false });
    const tick = async () => {
      clock.advance(hour);
      await after.settled();
      const [run] = (await clientOf(after).monitors.runs({ id, limit: 1 })).runs;
      return run?.results.map(({ title, is_update }) => [title, is_update]);
    };
    expect(await tick()).toEqual([]);
    const edited = old.map((each) => ({ ...each, description: `${each.description} (Wire)` }));
    await after.addNews([...edited, story('third', 3)]);
    expect(await tick()).toEqual([]);
    await after.addNews([story('fourth', 5)]);
    expect(await tick()).toEqual([['Zorbing hill closed', true]]);
    await after.close();
    release();
  });
});
