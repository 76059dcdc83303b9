import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteNews } from 'newswatch/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeDownNews } from '../../../../../src/server/domain/news/take-down.ts';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import type { NewsItemRecord, Store } from '../../../../../src/server/store/store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { closing } from '../../../../helpers/closing.ts';
import { testServer } from '../../../../helpers/server.ts';
import { openTestStore, testStoreOptions } from '../../../../helpers/test-store.ts';
import { clientOf, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';
import { aMonitor, anAccount, aRun } from '../../store/contract/records.ts';

const hour = 3_600_000;
const removed = { title: '', summary: '', links: [], publication_date: null, removed: true };

function anItem(id: string, changes: Partial<NewsItemRecord> = {}): NewsItemRecord {
  return {
    id,
    title: `Otters ${id}`,
    description: '',
    url: `https://news.example/${id}`,
    source: null,
    publication_date: 1000,
    body: 'A river',
    ...changes,
  };
}

const indexed = (item: NewsItemRecord) => indexItem(item, 2000);

describe('a takedown', () => {
  let store: Store;
  beforeEach(async () => {
    store = closing(await openTestStore());
  });

  it('removes the item from the index, and keeps it out by its id and its URL', async () => {
    await store.news.add(['one', 'two'].map((id) => indexed(anItem(id))));
    const generation = await store.news.generation();
    const counts = await takeDownNews(store, ['one'], 5);
    expect(counts).toEqual({ news: 1, runs: 0, alerts: 0, briefings: 0, events: 0 });
    expect(await store.news.generation()).not.toBe(generation);
    expect(await store.news.get('one')).toBeUndefined();
    expect(await store.news.count()).toBe(1);
    expect(await store.news.frequencies(['one', 'otter', 'two'])).toEqual(
      new Map([
        ['otter', 1],
        ['two', 1],
      ]),
    );
    const copies = [
      anItem('one'),
      anItem('other id', { url: 'https://news.example/one#top' }),
      anItem('one', { title: 'Changed', url: null }),
    ];
    const unchanged = { added: 0, updated: 0, unchanged: 1 };
    for (const copy of copies) expect(await store.news.add([indexed(copy)])).toEqual(unchanged);
    expect(await store.news.add([indexed(anItem('three'))])).toMatchObject({ added: 1 });
    expect((await store.news.latest(9)).map(({ id }) => id).sort()).toEqual(['three', 'two']);
  });

  it('removes copies with the same URL, and items that are not in the index any more', async () => {
    const url = 'https://news.example/same';
    await store.news.add([anItem('a', { url }), anItem('b', { url })].map(indexed));
    expect(await takeDownNews(store, ['a', 'unknown'], 5)).toMatchObject({ news: 2 });
    expect(await store.news.count()).toBe(0);
    expect(await store.news.add([indexed(anItem('unknown'))])).toMatchObject({ added: 0 });
  });

  it('is not undone by a run that found the item before', async () => {
    await addRecords(store, { accounts: [anAccount('a')], monitors: [aMonitor('m')] });
    await store.news.add([indexed(anItem('one'))]);
    await takeDownNews(store, ['one'], 5);
    const links = [{ url: 'https://news.example/one', source: null }];
    const result = { title: 'Otters', summary: '', links, publication_date: null };
    for (const key of ['one', 'another key']) {
      const run = aRun('r', { results: [{ ...result, key }] });
      expect(await store.runs.record({ run, deliveries: [] })).toBe('removed');
    }
    expect(await store.runs.list('m', 9)).toEqual([]);
  });
});

describe('a takedown while a server runs', () => {
  it('marks the results of runs, alerts and briefings, and those of events not yet sent', async () => {
    const options = await testStoreOptions(mkdtempSync(join(tmpdir(), 'newswatch-takedown-')));
    const { client, clock, server, monitor } = await startWatch(options);
    const receiver = await webhookReceiver(503);
    await client.delivery.connect({ platform: 'webhook', webhook_url: receiver.url });
    for (let passed = 0; passed < 24; passed += 1) {
      clock.advance(hour);
      await server.settled();
    }
    const { items } = await client.news.search({ query: monitor.prompt });
    const [alert] = (await client.alerts.list()).alerts;
    const [result, ...others] = alert?.results ?? [];
    const item = items.find(({ title }) => title === result?.title);
    if (!result || !item?.url) throw new Error('the monitor found no item with a URL');
    const searched = await client.news.search({ query: result.title });
    expect(searched.items[0]?.id).toBe(item.id);
    const [before] = (await client.briefings.list()).briefings;
    expect(before?.summary).toContain(result.title);

    const counts = await deleteNews({ ...options, ids: [item.id], clock });
    // The preview found it too.
    expect(counts).toEqual({ news: 1, runs: 2, alerts: 1, briefings: 1, events: 1 });

    const again = await client.news.search({ query: result.title });
    expect(again.items.map(({ id }) => id)).not.toContain(item.id);
    expect((await client.alerts.list()).alerts[0]?.results).toEqual([removed, ...others]);
    const { runs } = await client.monitors.runs({ id: monitor.id, limit: 100 });
    expect(runs.find(({ id }) => id === alert?.run_id)?.results).toEqual([removed, ...others]);
    const [briefing] = (await client.briefings.list()).briefings;
    expect(briefing?.monitors?.[0]?.results[0]).toEqual(removed);
    expect(JSON.stringify(briefing)).not.toContain(result.title);
    expect(JSON.stringify(briefing)).not.toContain(item.url);
    expect(briefing?.summary).toContain('- [removed]');
    expect(briefing?.summary).toContain(others[0]?.title);

    const sent = receiver.received.length;
    clock.advance(24 * hour);
    await server.settled();
    const event = JSON.parse(receiver.received[sent]?.body.toString() ?? '');
    expect(event.results).toEqual([removed, ...others]);
    expect(event.articles).toHaveLength(others.length);
    expect(JSON.stringify(event)).not.toContain(item.url);
    expect(await deleteNews({ ...options, ids: [item.id], clock })).toEqual({
      news: 0,
      runs: 0,
      alerts: 0,
      briefings: 0,
      events: 0,
    });
    await server.close();
    const restarted = await testServer({ ...options, clock });
    const client2 = clientOf(restarted);
    await expect(client2.news.get({ id: item.id })).rejects.toThrow('there is no news item');
    if (options.database === undefined) {
      await restarted.close();
      const file = readFileSync(join(options.data, 'newswatch.db'));
      expect(file.includes(item.url)).toBe(false);
    }
  });

  it('needs a store', async () => {
    const data = mkdtempSync(join(tmpdir(), 'newswatch-takedown-'));
    await expect(deleteNews({ data, ids: ['x'] })).rejects.toThrow('there is no SQLite store');
  });
});
