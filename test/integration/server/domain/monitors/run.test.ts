import { ManualClock } from 'newswatch/server';
import { beforeEach, expect, it } from 'vitest';
import { FairPlaces } from '../../../../../src/node/fair-places.ts';
import { silentLog } from '../../../../../src/node/log.ts';
import { WorkSlices } from '../../../../../src/node/work-slices.ts';
import { UsageMeter } from '../../../../../src/server/domain/accounts/usage-meter.ts';
import type { Context } from '../../../../../src/server/domain/context.ts';
import { monitorTerms } from '../../../../../src/server/domain/monitors/monitor-rule.ts';
import { newMonitor } from '../../../../../src/server/domain/monitors/new-monitor.ts';
import { runMonitor } from '../../../../../src/server/domain/monitors/run.ts';
import { parseRetention } from '../../../../../src/server/domain/retention/retention.ts';
import { guardedFetch } from '../../../../../src/server/egress/guarded-fetch.ts';
import { HostResolver } from '../../../../../src/server/egress/host-resolver.ts';
import { feedPlaces } from '../../../../../src/server/feeds/feed-places.ts';
import { Matcher } from '../../../../../src/server/matching/matcher.ts';
import { noMetrics } from '../../../../../src/server/metrics/metrics.ts';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import type {
  CompletedRun,
  MonitorRecord,
  RunStore,
  Store,
} from '../../../../../src/server/store/store.ts';
import { noTracing } from '../../../../../src/server/tracing/tracing.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { closing } from '../../../../helpers/closing.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';
import { startOfTime } from '../../../../helpers/watch.ts';

let store: Store;
let monitor: MonitorRecord;

beforeEach(async () => {
  store = closing(await openTestStore());
  const owner = { owner_id: 'acc', team_id: null };
  await addRecords(store, {
    accounts: [{ id: 'acc', name: 'acc', plan: 'active', plan_managed_by: 'user', created_at: 0 }],
  });
  monitor = newMonitor(
    { prompt: 'otters', ...owner, every_minutes: 60, execution: 'standard' },
    startOfTime,
  );
  await store.monitors.create(monitor, { terms: monitorTerms(monitor.prompt) });
  const texts = { description: '', url: null, source: null, body: null };
  const items = ['one', 'two'].map((id) => ({
    ...texts,
    id,
    title: `Otters return, part ${id}`,
    publication_date: startOfTime,
  }));
  await store.news.add(items.map((item) => indexItem(item, startOfTime)));
});

/** Runs the monitor on the store, with another way to record runs. */
function run(record: RunStore['record']) {
  const { runs } = store;
  const destinations = { allowPrivate: true };
  const context: Context = {
    store: {
      ...store,
      runs: {
        record,
        recordQuiet: (...args) => runs.recordQuiet(...args),
        list: (...args) => runs.list(...args),
        held: (...args) => runs.held(...args),
      },
    },
    clock: new ManualClock(startOfTime),
    usage: new UsageMeter(store, () => {}),
    dispatcher: { wake: () => {}, waitForAttempts: async () => {} },
    briefings: { wake: () => {} },
    destinations,
    fetchSource: guardedFetch(destinations, new HostResolver()),
    sourcePlaces: new FairPlaces({ total: 4 }),
    feedPlaces: feedPlaces({ largeBodies: 4 }),
    leavingPlace: (work) => work(),
    matcher: new Matcher(store, silentLog),
    stopping: new AbortController().signal,
    log: silentLog,
    metrics: noMetrics,
    tracing: noTracing,
    retention: parseRetention(),
    pricingUrl: 'https://news.example.com/pricing',
  };
  return runMonitor(context, monitor, 'on_demand', { work: new WorkSlices() });
}

const keysOf = ({ run: { results } }: CompletedRun) => results.map(({ key }) => key).sort();

it('alerts each result once', async () => {
  const recorded: string[][] = [];
  const record = (completed: CompletedRun) => {
    recorded.push(keysOf(completed));
    return store.runs.record(completed);
  };
  await run(record);
  await run(record);
  expect(recorded).toEqual([['one', 'two'], []]);
});

it('leaves out a result that another run alerts before it is stored', async () => {
  const attempts: string[][] = [];
  const stored = await run(async (completed) => {
    attempts.push(keysOf(completed));
    if (attempts.length === 1) {
      const { run: own, alert } = completed;
      const results = own.results.filter(({ key }) => key === 'one');
      const other = { run: { ...own, id: 'run_other', results }, deliveries: [] };
      if (alert) {
        await store.runs.record({
          ...other,
          alert: { ...alert, id: 'alert_other', run_id: 'run_other', results },
        });
      }
    }
    return store.runs.record(completed);
  });
  expect(attempts).toEqual([['one', 'two'], ['two']]);
  expect(typeof stored === 'object' && stored.run.results.map(({ key }) => key)).toEqual(['two']);
  expect(await store.alerts.list({ account_id: 'acc', team_ids: [] }, { limit: 10 })).toHaveLength(
    2,
  );
});

it('fails after five attempts if the store keeps rejecting its results as repeated', async () => {
  let attempts = 0;
  await expect(
    run(async () => {
      attempts += 1;
      return 'repeated';
    }),
  ).rejects.toThrow('5 times in a row');
  expect(attempts).toBe(5);
});

it('stores nothing if the monitor is deleted before it is stored', async () => {
  const deletion = async (completed: CompletedRun) => {
    await store.monitors.delete(monitor.id);
    return store.runs.record(completed);
  };
  expect(await run(deletion)).toBe('deleted');
  expect(await store.alerts.list({ account_id: 'acc', team_ids: [] }, { limit: 10 })).toEqual([]);
});

it('ends without a run if another process has taken over its tick', async () => {
  expect(await run(async () => 'lost')).toBe('lost');
});
