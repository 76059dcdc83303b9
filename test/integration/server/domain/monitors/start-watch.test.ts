import { beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/node/log.ts';
import { WorkSlices } from '../../../../../src/node/work-slices.ts';
import { newMonitor } from '../../../../../src/server/domain/monitors/new-monitor.ts';
import { startWatch } from '../../../../../src/server/domain/monitors/start-watch.ts';
import { Matcher } from '../../../../../src/server/matching/matcher.ts';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import type { RunRecord, Store } from '../../../../../src/server/store/store.ts';
import { closing } from '../../../../helpers/closing.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';

let store: Store;

beforeEach(async () => {
  store = closing(await openTestStore());
});

const description = 'The hill for zorbing opens in May with its tracks and a cafe for visitors.';

async function add(title: string, text = description) {
  const fields = { url: null, source: null, body: null, publication_date: null };
  await store.news.add([indexItem({ id: 'a', title, description: text, ...fields }, 1)]);
}

/** Starts the watch of a monitor; other news arrives before each of the first attempts to store it. */
async function startWhile(...arrivals: (() => Promise<void>)[]): Promise<string> {
  const owner = { owner_id: 'acc', team_id: null, every_minutes: 60 };
  const monitor = newMonitor({ prompt: 'zorbing', ...owner, execution: 'standard' }, 0);
  const run: RunRecord = {
    id: 'preview',
    monitor_id: monitor.id,
    trigger: 'preview',
    status: 'completed',
    started_at: 0,
    finished_at: 0,
    results: [],
    filtered: {},
    repeats: [],
    error: null,
    skipped_channels: [],
  };
  const began = await store.news.lastArrival();
  const monitors: Store['monitors'] = {
    ...store.monitors,
    async create(...args) {
      await arrivals.shift()?.();
      return store.monitors.create(...args);
    },
  };
  const seen = { keys: [], at: 0 };
  const outcome = await startWatch(
    { store: { ...store, monitors } },
    monitor,
    { run, seen, began },
    new WorkSlices(),
  );
  expect(outcome).toBe('stored');
  await new Matcher(store, silentLog).match();
  return monitor.id;
}

const found = async (id: string) =>
  (await store.matches.waiting(id)).matches.map(({ item_id, arrival }) => [item_id, arrival]);

it('finds an item that changes while its monitor is stored once, in its latest version', async () => {
  const id = await startWhile(
    () => add('Zorbing hill opens'),
    () => add('Zorbing hill closes after 3 accidents'),
  );
  expect(await found(id)).toEqual([['a', 2]]);
});

it('finds an item whose edit says nothing new while its monitor is stored', async () => {
  const id = await startWhile(
    () => add('Zorbing hill opens'),
    () => add('Zorbing hill opens', `${description} It is open.`),
  );
  expect(await found(id)).toEqual([['a', 2]]);
});

it('does not find an item that changes while its monitor is stored and no longer matches', async () => {
  const id = await startWhile(
    () => add('Zorbing hill opens'),
    () => add('Tea prices fall', 'The harvest was good.'),
  );
  expect(await found(id)).toEqual([]);
});
