import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { feedServer } from '../../../../helpers/feed-server.ts';
import { paidKey, testServer } from '../../../../helpers/server.ts';
import { testStoreOptions } from '../../../../helpers/test-store.ts';
import { clientOf, startOfTime, startWatch } from '../../../../helpers/watch.ts';

const hour = 3_600_000;
const prompt = 'zorbing';

function zorbing(id: string, changes: object = {}) {
  return { id, title: `Zorbing hill ${id} opens`, ...changes };
}

async function startZorbing() {
  const watch = await startWatch({ sample: false });
  const { id } = await watch.client.monitors.create({ prompt });
  const { clock, server, client } = watch;
  /** Advances to the next tick. Returns the titles of its run's results. */
  const tick = async () => {
    clock.advance(hour);
    await server.settled();
    const [run] = (await client.monitors.runs({ id, limit: 1 })).runs;
    if (run?.trigger !== 'schedule') throw new Error('there was no tick');
    return run.results.map(({ title }) => title);
  };
  return { ...watch, id, tick };
}

const titleOf = (id: string) => `Zorbing hill ${id} opens`;
const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, n) => zorbing(`${prefix}${n}`));

describe('a watch', () => {
  it('begins at its creation: it shows what is there, and alerts what arrives', async () => {
    const { client, server } = await startWatch({ sample: false });
    await server.addNews(many(25, 'old'));
    const { id, preview } = await client.monitors.create({ prompt });
    expect(preview.results).toHaveLength(10);
    expect((await client.monitors.run({ id })).results).toEqual([]);
    await server.addNews([zorbing('new', { publication_date: '2001-01-01T00:00:00Z' })]);
    const { results } = await client.monitors.run({ id });
    expect(results.map(({ title }) => title)).toEqual([titleOf('new')]);
  });

  it('alerts a new item after any number of alerts', async () => {
    const { server, tick } = await startZorbing();
    let alerted = 0;
    for (let round = 0; round < 15; round += 1) {
      await server.addNews(many(10, `r${round}-`));
      alerted += (await tick()).length;
    }
    expect(alerted).toBe(150);
    await server.addNews([zorbing('late')]);
    expect(await tick()).toEqual([titleOf('late')]);
  });

  it('alerts everything, ten at a time, and new items soon though others wait', async () => {
    const { server, tick } = await startZorbing();
    await server.addNews(many(30, 'a'));
    const alerted = await tick();
    expect(alerted).toHaveLength(10);
    await server.addNews([
      { id: 'weak', title: 'Morning notes', description: 'A zorbing hill is planned.' },
    ]);
    const next = await tick();
    expect(next).toContain('Morning notes');
    alerted.push(...next);
    for (let round = 0; round < 4; round += 1) alerted.push(...(await tick()));
    expect(new Set(alerted).size).toBe(31);
    expect(alerted).toHaveLength(31);
  });

  it('says how many matches it has dropped because more than a thousand waited', async () => {
    const { client, server, id } = await startZorbing();
    await server.addNews(many(1005, 'a'));
    expect(await client.monitors.run({ id })).toMatchObject({
      results: { length: 10 },
      filtered: { max_waiting: 5 },
    });
    expect((await client.monitors.run({ id })).filtered).toEqual({});
  });

  it('keeps what is found while it is paused', async () => {
    const { client, server, id, tick } = await startZorbing();
    await client.monitors.pause({ id });
    await server.addNews([zorbing('paused')]);
    await client.monitors.resume({ id });
    expect(await tick()).toEqual([titleOf('paused')]);
  });

  it('alerts an item once, though it is added often or only its date changes', async () => {
    const { server, tick } = await startZorbing();
    for (let day = 1; day < 20; day += 1) {
      const publication_date = `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`;
      await server.addNews([zorbing('same', { publication_date })]);
      if (day === 10) expect(await tick()).toEqual([titleOf('same')]);
    }
    expect(await tick()).toEqual([]);
  });

  it('judges the last version of an item that changes between two ticks', async () => {
    const { server, tick } = await startZorbing();
    for (let version = 0; version < 100; version += 1) {
      await server.addNews([
        { id: 'a', title: `Zorbing version ${version}` },
        { id: 'b', title: `Zorbing hill, version ${version}` },
      ]);
    }
    await server.addNews([{ id: 'b', title: 'Corrected: a hill of otters' }]);
    expect(await tick()).toEqual(['Zorbing version 99']);
  });

  it('finds an item whose new text matches', async () => {
    const { server, tick } = await startZorbing();
    await server.addNews([{ id: 'a', title: 'A new hill' }]);
    expect(await tick()).toEqual([]);
    await server.addNews([{ id: 'a', title: 'A new hill for zorbing' }]);
    expect(await tick()).toEqual(['A new hill for zorbing']);
  });

  it('does not alert items from before it whose edits say nothing new', async () => {
    const { client, clock, server } = await startWatch({ sample: false });
    const old = many(150, 'old').map((each) => ({
      ...each,
      description: `The hill ${each.id} for zorbing opens in May with 3 tracks.`,
      publication_date: '2026-09-01T00:00:00Z',
    }));
    await server.addNews(old);
    const { id } = await client.monitors.create({ prompt });
    const alerted = async () => {
      clock.advance(hour);
      await server.settled();
      const [run] = (await client.monitors.runs({ id, limit: 1 })).runs;
      return run?.results.map(({ title, is_update }) => [title, is_update]);
    };
    const edited = (suffix: string) =>
      old.map((each) => ({ ...each, description: each.description + suffix }));
    await server.addNews(edited(' Photo: Wire.'));
    expect(await alerted()).toEqual([]);
    await server.addNews(edited(' Photos: Wire.'));
    expect(await alerted()).toEqual([]);

    const news = old.slice(-2).map(({ id: key }) => ({
      ...zorbing(key),
      description: `The hill ${key} for zorbing opens in May with 5 tracks.`,
    }));
    await server.addNews(news);
    await server.addNews(news.map((each) => ({ ...each, source: 'Wire' })));
    // An edit of a version that is not alerted yet.
    await server.addNews(news.map((each) => ({ ...each, description: `${each.description} (p)` })));
    const results = await alerted();
    expect(results?.map(([title]) => title).sort()).toEqual(news.map(({ title }) => title));
  });

  it('alerts items from before it that match only now, whatever their edits say', async () => {
    const { client, server } = await startWatch({ sample: false });
    const items = ['a', 'b'].map((id) => ({ id, title: `Notes ${id}`, description: 'On hills.' }));
    await server.addNews(items);
    const { id } = await client.monitors.create({ prompt });
    await server.addNews(items.map((each) => ({ ...each, body: 'Hills, also for zorbing.' })));
    const { results } = await client.monitors.run({ id });
    expect(results.map(({ title }) => title).sort()).toEqual(['Notes a', 'Notes b']);
  });

  it('of a fixture finds the news of the fixture, and nothing again after a restart', async () => {
    const options = {
      ...(await testStoreOptions(mkdtempSync(join(tmpdir(), 'newswatch-watches-')))),
      sample: true,
      fixture: {
        accounts: [{ id: 'paid', keys: [paidKey] }],
        monitors: [{ id: 'mon_z', account: 'paid', prompt }],
        news: [zorbing('fixture', { publication_date: '-1h' })],
      },
    };
    const results = async () => {
      const server = await testServer(options);
      const run = await clientOf(server).monitors.run({ id: 'mon_z' });
      await server.close();
      return run.results.map(({ title }) => title);
    };
    expect(await results()).toEqual([titleOf('fixture')]);
    expect(await results()).toEqual([]);
  });

  it('of several servers alerts each item once, whichever adds it', async () => {
    const place = await testStoreOptions(mkdtempSync(join(tmpdir(), 'newswatch-watches-')));
    const watch = await startWatch({ ...place, sample: false });
    const other = await testServer({ ...place, sample: false, clock: watch.clock });
    const { id } = await watch.client.monitors.create({ prompt });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        watch.server.addNews([zorbing(`a${round}`)]),
        other.addNews([zorbing(`b${round}`)]),
      ]);
      watch.clock.advance(hour);
      await Promise.all([watch.server.settled(), other.settled()]);
    }
    const { alerts } = await watch.client.alerts.list({ limit: 100 });
    const alerted = alerts
      .filter(({ monitor_id }) => monitor_id === id)
      .flatMap(({ results }) => results.map(({ title }) => title));
    expect(alerted).toHaveLength(10);
    expect(new Set(alerted).size).toBe(10);
  });
});

describe("the feeds in a watch's prompt", () => {
  /** A feed that cannot be read while it has no titles. */
  async function feedOf(state: { titles: string[] | undefined }) {
    const { origin } = await feedServer((_request, response) => {
      if (!state.titles) return response.writeHead(500).end();
      return response.end(state.titles.map((title) => JSON.stringify({ title })).join('\n'));
    });
    return `${origin}/feed.jsonl`;
  }

  it('count as seen at its creation, also what the preview does not show', async () => {
    const state = { titles: Array.from({ length: 25 }, (_, n) => `Zorbing ${n}`) };
    const { client } = await startWatch({ sample: false });
    const address = await feedOf(state);
    const { id, preview } = await client.monitors.create({ prompt: `zorbing ${address}` });
    expect(preview.results).toHaveLength(10);
    expect((await client.monitors.run({ id })).results).toEqual([]);
    state.titles.push('Zorbing again');
    const { results } = await client.monitors.run({ id });
    expect(results.map(({ title }) => title)).toEqual(['Zorbing again']);
  });

  it('count as seen when they are first read, except for what is dated later than the watch', async () => {
    const state: { titles: string[] | undefined } = { titles: undefined };
    const { client, clock, server } = await startWatch({ sample: false });
    const { origin } = await feedServer((_request, response) => {
      if (!state.titles) return response.writeHead(500).end();
      const lines = [
        { title: 'Zorbing undated' },
        { title: 'Zorbing before', publication_date: new Date(startOfTime - hour).toISOString() },
        { title: 'Zorbing after', publication_date: new Date(startOfTime + hour).toISOString() },
      ];
      return response.end(lines.map((line) => JSON.stringify(line)).join('\n'));
    });
    const { id } = await client.monitors.create({ prompt: `zorbing ${origin}/feed.jsonl` });
    expect((await client.monitors.run({ id })).results).toEqual([]);
    state.titles = [];
    clock.advance(2 * hour);
    await server.settled();
    const { runs } = await client.monitors.runs({ id });
    expect(runs.flatMap(({ results }) => results.map(({ title }) => title))).toEqual([
      'Zorbing after',
    ]);
    expect((await client.monitors.run({ id })).results).toEqual([]);
  });
});
