import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteNews } from 'newswatch/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeDownNews } from '../../../../../src/server/domain/news/take-down.ts';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import type {
  BriefingRecord,
  NewsItemRecord,
  Store,
} from '../../../../../src/server/store/store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { closing } from '../../../../helpers/closing.ts';
import { foundInFolder } from '../../../../helpers/found-in-folder.ts';
import { testServer } from '../../../../helpers/server.ts';
import { openTestStore, testStoreOptions } from '../../../../helpers/test-store.ts';
import { clientOf, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';
import {
  aBriefing,
  aDelivery,
  aMonitor,
  anAccount,
  anAlert,
  aResult,
  aRun,
} from '../../store/contract/records.ts';

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
    const removed = { added: 0, updated: 0, unchanged: 0, removed: 1 };
    for (const copy of copies) expect(await store.news.add([indexed(copy)])).toEqual(removed);
    expect(await store.news.add([indexed(anItem('three'))])).toMatchObject({ added: 1 });
    expect((await store.news.latest(9)).map(({ id }) => id).sort()).toEqual(['three', 'two']);
  });

  it('removes copies with the same URL, and items that are not in the index any more', async () => {
    const url = 'https://news.example/same';
    await store.news.add([anItem('a', { url }), anItem('b', { url })].map(indexed));
    expect(await takeDownNews(store, ['a', 'unknown'], 5)).toMatchObject({ news: 2 });
    expect(await store.news.count()).toBe(0);
    expect(await store.news.add([indexed(anItem('unknown'))])).toMatchObject({ added: 0 });
    const moved = anItem('b', { url: 'https://news.example/moved' });
    expect(await store.news.add([indexed(moved)])).toMatchObject({ added: 0 });
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
      expect(await store.monitors.create(aMonitor('n'), { preview: run })).toBe('removed');
      const held = [{ result: { ...result, key }, sources: [], relevance: null }];
      const tick = { lease_token: '', next_run_at: 1, held };
      expect(await store.runs.record({ run: aRun('r'), deliveries: [], tick })).toBe('removed');
    }
    expect(await store.runs.list('m', 9)).toEqual([]);
    expect(await store.monitors.get('n')).toBeUndefined();
  });

  it('is not undone by a briefing that was composed before', async () => {
    await addRecords(store, { accounts: [anAccount('a')] });
    await takeDownNews(store, ['one'], 5);
    const [due] = await store.briefings.claimDue(100, 200, 1);
    const settle = (changes: Partial<BriefingRecord>) =>
      store.briefings.settle({
        account_id: 'a',
        lease_token: due?.briefing_lease_token ?? '',
        briefed_until: 100,
        next_briefing_at: 300,
        briefing: aBriefing('x', { monitors: [], news: [], ...changes }),
      });
    const section = { monitor_id: 'm', monitor_title: 'M', alerts: 1, result_count: 1 };
    expect(await settle({ monitors: [{ ...section, results: [aResult('one')] }] })).toBe(false);
    expect(await settle({ news: [anItem('one')] })).toBe(false);
    // A mark of the removed item is no text of it.
    const mark = { ...aResult('one'), title: '', links: [], removed: true as const };
    expect(await settle({ monitors: [{ ...section, results: [mark] }] })).toBe(true);
  });

  it('removes items from the index before it reads the records', async () => {
    await store.news.add([indexed(anItem('one'))]);
    const found: unknown[] = [];
    const find: Store['takedowns']['find'] = async (...query) => {
      found.push(await store.news.get('one'));
      return store.takedowns.find(...query);
    };
    await takeDownNews({ ...store, takedowns: { ...store.takedowns, find } }, ['one'], 5);
    expect(found).not.toEqual([]);
    expect(found.every((item) => item === undefined)).toBe(true);
  });

  it('is completed by a second one after an interruption', async () => {
    await addRecords(store, { accounts: [anAccount('a')], monitors: [aMonitor('m')] });
    const url = 'https://news.example/one';
    await store.news.add([indexed(anItem('one', { url: `${url}#top` }))]);
    const byUrl = { ...aResult(url), links: [{ url, source: null }] };
    await store.runs.record({ run: aRun('r', { results: [byUrl] }), deliveries: [] });
    const find = () => Promise.reject(new Error('interrupted'));
    const interrupted = { ...store, takedowns: { ...store.takedowns, find } };
    await expect(takeDownNews(interrupted, ['one'], 5)).rejects.toThrow('interrupted');
    expect(await takeDownNews(store, ['one'], 6)).toMatchObject({ runs: 1 });
    expect((await store.runs.list('m', 9))[0]?.results).toEqual([{ key: '', ...removed }]);
    expect(await store.takedowns.marked(['one'])).toMatchObject([{ pending_url: null }]);
  });

  it('removes copies whose URL has another fragment, and no other letter case', async () => {
    const url = 'https://news.example/same_A';
    const urls = [
      url,
      `${url}#top`,
      `${url}#end`,
      url.toLowerCase(),
      'https://news.example/sameXA#a',
    ];
    const items = urls.map((each, n) => indexed(anItem(`${n}`, { url: each })));
    await store.news.add(items);
    expect(await takeDownNews(store, ['1'], 5)).toMatchObject({ news: 3 });
    expect((await store.news.latest(9)).map(({ id }) => id).sort()).toEqual(['3', '4']);
  });

  it('removes items that share records at the same time', async () => {
    await addRecords(store, {
      accounts: [anAccount('a')],
      monitors: [aMonitor('m')],
    });
    const keys = ['k1', 'k2', 'k3', 'k4'];
    const results = keys.map(aResult);
    const payload = JSON.stringify({ results: results.map(({ key: _, ...result }) => result) });
    const delivery = aDelivery('e', { run_id: 'r', payload });
    await store.runs.record({ run: aRun('r', { results }), deliveries: [delivery] });
    await Promise.all(keys.map((key) => takeDownNews(store, [key], 5)));
    const [run] = await store.runs.list('m', 9);
    expect(run?.results).toEqual(keys.map((key) => ({ key, ...removed })));
    const [stored] = await store.takedowns.payloadsOf('r');
    expect(JSON.parse(stored?.payload ?? '')).toEqual({ results: keys.map(() => removed) });
  });

  it('forgets the URL of a result that was alerted under it', async () => {
    const url = 'https://news.example/one';
    await store.news.add([indexed(anItem('one'))]);
    const alert = anAlert('x', { results: [aResult(url), aResult('another')] });
    await addRecords(store, { monitors: [aMonitor('m')], runs: [aRun('r')], alerts: [alert] });
    await takeDownNews(store, ['one'], 5);
    expect(await store.alerts.alerted('m', [url, 'another'])).toEqual(new Set(['another']));
  });

  it('removes any number of items', async () => {
    const ids = Array.from({ length: 600 }, (_, n) => `item${n}`);
    await store.news.add(ids.map((id) => indexed(anItem(id))));
    expect(await takeDownNews(store, ids, 5)).toMatchObject({ news: 600 });
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
    expect(counts).toEqual({ news: 1, runs: 1, alerts: 1, briefings: 1, events: 1 });

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
      const url = new RegExp(item.url.replace(/\W/g, '\\$&'), 'g');
      expect(foundInFolder(options.data, url)).toEqual(new Set());
    }
  });

  it('needs a store', async () => {
    const data = mkdtempSync(join(tmpdir(), 'newswatch-takedown-'));
    await expect(deleteNews({ data, ids: ['x'] })).rejects.toThrow('there is no SQLite store');
  });
});
