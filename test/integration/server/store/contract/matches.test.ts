import { describe, expect, it } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import type { MatchRecord } from '../../../../../src/server/store/store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { aMonitor, anAccount, anAlert, aResult, aRun } from './records.ts';

function aMatch(item_id: string, arrival: number, changes: Partial<MatchRecord> = {}): MatchRecord {
  return { monitor_id: 'm', item_id, arrival, strength: 0.5, wording: 1, ...changes };
}

function batch(from: number, until: number, ...matches: MatchRecord[]) {
  return { from, until, itemIds: matches.map(({ item_id }) => item_id), matches };
}

describeStores('matches', (context) => {
  const waiting = async (id = 'm') => {
    const { matches } = await context.store.matches.waiting(id);
    return matches.map(({ item_id, arrival }) => [item_id, arrival]);
  };
  const addNews = (...ids: string[]) =>
    context.store.news.add(
      ids.map((id) => {
        const texts = { title: id, description: '', body: null };
        return indexItem({ id, url: null, source: null, publication_date: 1, ...texts }, 1);
      }),
    );

  it('are stored with the end of their batch, and listed newest first', async () => {
    const { matches, monitors } = context.store;
    for (const id of ['m', 'n']) await monitors.create(aMonitor(id));
    expect(await matches.matchedUntil()).toBe(0);
    const strong = aMatch('b', 2, { strength: 0.875 });
    const other = aMatch('b', 2, { monitor_id: 'n' });
    expect(await matches.record(batch(0, 4, aMatch('a', 1), strong, other))).toBe(true);
    expect(await matches.matchedUntil()).toBe(4);
    expect(await matches.waiting('m')).toEqual({ matches: [strong, aMatch('a', 1)], dropped: 0 });
    expect(await waiting('n')).toEqual([['b', 2]]);
    expect(await (await context.openAgain()).matches.waiting('n')).toMatchObject({ dropped: 0 });
  });

  it('of a batch are stored once if several processes match it', async () => {
    const other = await context.openAgain();
    await context.store.monitors.create(aMonitor('m'));
    const outcomes = await Promise.all(
      [context.store, other, context.store, other].map(({ matches }, n) =>
        matches.record(batch(0, 2, aMatch(`by ${n}`, 1))),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await waiting()).toHaveLength(1);
  });

  it('of an earlier version of an item are replaced, or deleted if it does not match', async () => {
    const { matches, monitors } = context.store;
    for (const id of ['m', 'n']) await monitors.create(aMonitor(id));
    const both = [aMatch('a', 1), aMatch('a', 1, { monitor_id: 'n' })];
    await matches.record(batch(0, 2, ...both, aMatch('b', 2)));
    await matches.record({ ...batch(2, 3, aMatch('a', 3)), itemIds: ['a'] });
    expect(await waiting('m')).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    expect(await waiting('n')).toEqual([]);
  });

  it('of an earlier version are kept if the later one says nothing new', async () => {
    const { matches, monitors } = context.store;
    for (const id of ['m', 'n']) await monitors.create(aMonitor(id));
    await matches.record(batch(0, 2, aMatch('a', 1), aMatch('b', 2)));
    const known = [aMatch('a', 3), aMatch('a', 3, { monitor_id: 'n' }), aMatch('c', 4)];
    await matches.record({ from: 2, until: 4, itemIds: ['a', 'c'], matches: [], known });
    expect(await waiting('m')).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    expect(await waiting('n')).toEqual([]);
  });

  it('are not stored for a monitor that is deleted before or at the same time', async () => {
    const other = await context.openAgain();
    const { matches, monitors } = context.store;
    await monitors.create(aMonitor('kept'));
    for (let n = 0; n < 10; n += 1) {
      const monitor_id = `m${n}`;
      await monitors.create(aMonitor(monitor_id));
      const found = [monitor_id, 'kept', 'unknown'].map((id) =>
        aMatch(`i${n}`, n + 1, { monitor_id: id }),
      );
      const [, isStored] = await Promise.all([
        other.monitors.delete(monitor_id),
        matches.record(batch(n, n + 1, ...found)),
      ]);
      expect(isStored).toBe(true);
      expect(await waiting(monitor_id)).toEqual([]);
    }
    expect(await waiting('kept')).toHaveLength(10);
    expect(await waiting('unknown')).toEqual([]);
  });

  it('keep the newest thousand of a monitor, and count the others until a run reports them', async () => {
    const { matches, monitors, runs } = context.store;
    for (const id of ['m', 'n']) await monitors.create(aMonitor(id));
    const many = Array.from({ length: 990 }, (_, n) => aMatch(`i${n}`, n + 1));
    await matches.record(batch(0, 990, ...many, aMatch('i0', 1, { monitor_id: 'n' })));
    expect(await matches.waiting('m')).toMatchObject({ dropped: 0 });
    const more = Array.from({ length: 15 }, (_, n) => aMatch(`j${n}`, n + 991));
    await matches.record(batch(990, 1005, ...more));
    const kept = await matches.waiting('m');
    expect(kept.dropped).toBe(5);
    expect(kept.matches).toHaveLength(1000);
    expect(kept.matches.at(0)?.item_id).toBe('j14');
    expect(kept.matches.at(-1)?.item_id).toBe('i5');
    expect(await waiting('n')).toEqual([['i0', 1]]);
    const collected = { itemIds: [], until: 1005, dropped: 5 };
    await runs.record({ run: aRun('r'), deliveries: [], collected });
    expect(await matches.waiting('m')).toMatchObject({ dropped: 0 });
  });

  it('of alike titles do not push out others', async () => {
    const { matches, monitors } = context.store;
    await monitors.create(aMonitor('m'));
    const others = [-7, 0, 2 ** 31 - 1].map((wording, n) =>
      aMatch(`other ${n}`, n + 1, { wording }),
    );
    await matches.record(batch(0, 3, ...others, aMatch('old copy', 3)));
    for (let from = 3; from < 2503; from += 500) {
      const copies = Array.from({ length: 500 }, (_, n) =>
        aMatch(`copy ${from + n}`, from + n + 1),
      );
      await matches.record(batch(from, from + 500, ...copies));
    }
    const kept = await waiting();
    expect(kept).toHaveLength(1000);
    expect(kept.slice(-3)).toEqual([
      ['other 2', 3],
      ['other 1', 2],
      ['other 0', 1],
    ]);
    expect(kept[996]).toEqual(['copy 1506', 1507]);
    expect(await matches.waiting('m')).toMatchObject({ dropped: 1504 });
  });

  it('that two runs report as dropped are counted down once', async () => {
    const { matches, monitors, runs } = context.store;
    await monitors.create(aMonitor('m', { sources: [] }));
    const many = Array.from({ length: 1005 }, (_, n) => aMatch(`i${n}`, n + 1));
    await matches.record(batch(0, 1005, ...many));
    const { dropped } = await matches.waiting('m');
    expect(dropped).toBe(5);
    const collected = { itemIds: many.map(({ item_id }) => item_id), until: 1005, dropped };
    for (const id of ['on demand', 'tick']) {
      expect(await runs.record({ run: aRun(id), deliveries: [], collected })).toBe('stored');
    }
    expect(await matches.waiting('m')).toEqual({ matches: [], dropped: 0 });
    expect(await monitors.claimQuiet(10_000, 10_001, 9)).toHaveLength(1);
  });

  it('of earlier versions are replaced while runs collect them', async () => {
    const other = await context.openAgain();
    const { matches, monitors } = context.store;
    const ids = Array.from({ length: 8 }, (_, n) => `m${n}`);
    for (const id of ids) await monitors.create(aMonitor(id));
    const items = Array.from({ length: 20 }, (_, n) => `i${n}`);
    for (let from = 0; from < 200; from += 20) {
      const found = items.flatMap((item, n) =>
        ids.map((monitor_id) => aMatch(item, from + n + 1, { monitor_id })),
      );
      const version = { from, until: from + 20, itemIds: items, matches: found };
      const collected = { itemIds: items.toReversed(), until: from, dropped: 0 };
      const outcomes = await Promise.all([
        matches.record(version),
        ...ids.map((monitor_id) =>
          other.runs.record({
            run: aRun(`${monitor_id} ${from}`, { monitor_id }),
            deliveries: [],
            collected,
          }),
        ),
      ]);
      expect(outcomes).toEqual([true, ...ids.map(() => 'stored')]);
    }
    for (const id of ids) expect(await waiting(id)).toHaveLength(20);
  });

  describe('that a run collects', () => {
    it('are deleted with it, except for later versions of their items', async () => {
      const { matches, monitors, runs } = context.store;
      for (const id of ['m', 'n']) await monitors.create(aMonitor(id));
      const all = ['a', 'b', 'c'].map((id, index) => aMatch(id, index + 1));
      await matches.record(batch(0, 3, ...all, aMatch('a', 1, { monitor_id: 'n' })));
      await matches.record(batch(3, 4, aMatch('b', 4)));
      const collected = { itemIds: ['a', 'b'], until: 3, dropped: 0 };
      await runs.record({ run: aRun('r'), deliveries: [], collected });
      expect(await waiting()).toEqual([
        ['b', 4],
        ['c', 3],
      ]);
      expect(await waiting('n')).toEqual([['a', 1]]);
    });

    it('are kept if the run is not stored', async () => {
      const { matches, monitors, runs } = context.store;
      await monitors.create(aMonitor('m'));
      await matches.record(batch(0, 1, aMatch('a', 1)));
      const collected = { itemIds: ['a'], until: 1, dropped: 0 };
      const tick = { lease_token: 'lost', next_run_at: 9 };
      expect(await runs.record({ run: aRun('r'), deliveries: [], collected, tick })).toBe('lost');
      const results = [aResult('a')];
      const first = { run: aRun('s'), alert: anAlert('s', { run_id: 's', results }) };
      await runs.record({ ...first, deliveries: [] });
      const again = { run: aRun('t'), alert: anAlert('t', { run_id: 't', results }), collected };
      expect(await runs.record({ ...again, deliveries: [] })).toBe('repeated');
      expect(await waiting()).toEqual([['a', 1]]);
    });
  });

  describe('of a monitor', () => {
    it('are found by its anchor terms', async () => {
      const { matches, monitors } = context.store;
      expect(await matches.hasWatches()).toBe(false);
      await monitors.create(aMonitor('m'), { terms: [7, 4_000_000_000, 7] });
      await monitors.create(aMonitor('n'), { terms: [7] });
      expect(await matches.hasWatches()).toBe(true);
      const interested = await matches.interested([7, 8, 4_000_000_000]);
      expect(interested.map(({ term, monitor_id }) => `${term} ${monitor_id}`).toSorted()).toEqual([
        '4000000000 m',
        '7 m',
        '7 n',
      ]);
      await monitors.delete('m');
      expect(await matches.interested([7, 4_000_000_000])).toEqual([{ term: 7, monitor_id: 'n' }]);
    });

    it('begin with the first arrival after its creation', async () => {
      const { matches, monitors } = context.store;
      await monitors.create(aMonitor('m'));
      await addNews('a', 'b');
      const { prompt } = aMonitor('n');
      await monitors.create(aMonitor('n', { execution: 'agentic' }));
      expect(
        (await matches.watches(['m', 'n', 'x'])).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ).toEqual([
        { id: 'm', prompt, execution: 'standard', condition: null, since_arrival: 0 },
        { id: 'n', prompt, execution: 'agentic', condition: null, since_arrival: 2 },
      ]);
    });

    it('are found by its condition, which a batch replaces', async () => {
      const { matches, monitors } = context.store;
      const conditionOf = async (id: string) => (await matches.watches([id]))[0]?.condition;
      await monitors.create(aMonitor('m'), { condition: 'first' });
      expect(await conditionOf('m')).toBe('first');
      await addNews('a');
      const conditions = [
        { monitor_id: 'm', condition: 'second' },
        { monitor_id: 'deleted', condition: 'other' },
      ];
      await matches.record({ from: 0, until: 1, itemIds: ['a'], matches: [], conditions });
      expect(await conditionOf('m')).toBe('second');
      for (const id of ['m', 'deleted']) {
        await monitors.delete(id);
        await monitors.create(aMonitor(id));
        expect(await conditionOf(id)).toBeNull();
      }
    });

    it('are not lost if news arrives while it is created', async () => {
      const { alerts, matches, monitors, news } = context.store;
      await addNews('a');
      const since = await news.lastArrival();
      await addNews('b');
      const seen = { keys: ['k', 'a'], at: 5 };
      const watch = { terms: [7], since, seen, preview: aRun('r') };
      expect(await monitors.create(aMonitor('m'), watch)).toBe('outdated');
      expect(await monitors.get('m')).toBeUndefined();
      expect(await matches.hasWatches()).toBe(false);
      const current = { ...watch, since: await news.lastArrival(), matches: [aMatch('b', 2)] };
      expect(await monitors.create(aMonitor('m'), current)).toBe('stored');
      expect(await waiting()).toEqual([['b', 2]]);
      expect(await alerts.alerted('m', ['a', 'b', 'k'])).toEqual(new Set(['a', 'k']));
    });

    it('include each item that arrives before or after its creation, by any process', async () => {
      const other = await context.openAgain();
      const { matches, monitors } = context.store;
      for (let n = 0; n < 10; n += 1) {
        await Promise.all([
          other.news.add([
            indexItem(
              {
                id: `i${n}`,
                title: 'Otters',
                description: '',
                url: null,
                source: null,
                publication_date: 1,
                body: null,
              },
              1,
            ),
          ]),
          monitors.create(aMonitor(`m${n}`)),
        ]);
        const [watch] = await matches.watches([`m${n}`]);
        const arrivals = await other.news.arrivals(watch?.since_arrival ?? -1, 9);
        expect(arrivals.length).toBe((watch?.since_arrival ?? -1) === n ? 1 : 0);
      }
    });
  });

  describe('that wait', () => {
    const anything = { sources: [] };
    const claimQuiet = async (now = 1000) =>
      (await context.store.monitors.claimQuiet(now, now + 100, 9)).map(({ id }) => id).sort();

    it('keep a due monitor from ending its tick quietly, as do feeds, agents and held results', async () => {
      const { matches, monitors, runs } = context.store;
      for (const id of ['m', 'quiet', 'held']) await monitors.create(aMonitor(id, anything));
      await monitors.create(aMonitor('feed', { ...anything, sources: ['https://a.example/'] }));
      await monitors.create(aMonitor('agent', { ...anything, execution: 'agentic' }));
      await monitors.create(aMonitor('later', { ...anything, next_run_at: 1001 }));
      await matches.record(batch(0, 1, aMatch('a', 1)));
      const claimed = await monitors.claimDue(1000, 1100, 9);
      const lease_token = claimed[0]?.lease_token ?? '';
      const held = [{ result: aResult('k'), sources: [], relevance: null }];
      const tick = { lease_token, next_run_at: 1000, held };
      await runs.record({ run: aRun('r', { monitor_id: 'held' }), deliveries: [], tick });
      expect(await claimQuiet(1100)).toEqual(['later', 'quiet']);
      expect(await claimQuiet(1100)).toEqual([]);
    });

    it('do not: quiet ticks end together, with a run each', async () => {
      const { monitors, runs } = context.store;
      await addRecords(context.store, {
        accounts: [anAccount('a'), anAccount('b', { plan: 'none' })],
      });
      for (const id of ['m', 'n']) await monitors.create(aMonitor(id, anything));
      await monitors.create(aMonitor('not_entitled', { ...anything, owner_id: 'b' }));
      const claimed = await monitors.claimQuiet(1000, 1100, 9);
      const ended = claimed.map(({ id, lease_token }) => ({
        run: { id: `run of ${id}`, monitor_id: id, started_at: 1000, finished_at: 1001 },
        tick: { lease_token, next_run_at: 4600 },
      }));
      expect(await runs.recordQuiet(ended)).toBe(true);
      const quiet = { trigger: 'schedule', status: 'completed', results: [], filtered: {} };
      expect(await runs.list('m', 9)).toMatchObject([{ id: 'run of m', ...quiet }]);
      expect(await monitors.get('n')).toMatchObject({ last_run_at: 1001, next_run_at: 4600 });
      expect(await runs.list('not_entitled', 9)).toEqual([]);
      expect(await monitors.get('not_entitled')).toMatchObject({
        last_run_at: null,
        next_run_at: 4600,
      });
      expect(await monitors.claimDue(4600, 9999, 9)).toHaveLength(3);
    });

    it('do not: all are due again if one of them was changed or deleted meanwhile', async () => {
      const { monitors, runs } = context.store;
      for (const id of ['m', 'n']) await monitors.create(aMonitor(id, anything));
      const claimed = await monitors.claimQuiet(1000, 1100, 9);
      await monitors.setStatus('n', 'paused', 1000);
      const ended = claimed.map(({ id, lease_token }) => ({
        run: { id: `run of ${id}`, monitor_id: id, started_at: 1000, finished_at: 1001 },
        tick: { lease_token, next_run_at: 4600 },
      }));
      expect(await runs.recordQuiet(ended)).toBe(false);
      expect(await runs.list('m', 9)).toEqual([]);
      expect(await claimQuiet()).toEqual(['m']);
    });
  });
});
