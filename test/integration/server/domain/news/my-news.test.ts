import { expect, it } from 'vitest';
import { WorkSlices } from '../../../../../src/node/work-slices.ts';
import { noFilters } from '../../../../../src/server/domain/monitors/alert-filters.ts';
import { newMonitor } from '../../../../../src/server/domain/monitors/new-monitor.ts';
import { MyNews } from '../../../../../src/server/domain/news/my-news.ts';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { closing } from '../../../../helpers/closing.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';
import { startOfTime } from '../../../../helpers/watch.ts';

const now = startOfTime;

/** An account with a monitor for each prompt, and news about each; counts the searches. */
async function newsOf(prompts: readonly string[]) {
  const store = closing(await openTestStore());
  const id = 'acc';
  await addRecords(store, {
    accounts: [{ id, name: id, plan: 'active', plan_managed_by: 'user', created_at: 0 }],
  });
  const account = await store.accounts.get(id);
  if (!account) throw new Error('the account is missing');
  for (const [at, prompt] of prompts.entries()) {
    const owner = { owner_id: id, team_id: null };
    const schedule = { every_minutes: null, execution: 'standard' } as const;
    await store.monitors.create(newMonitor({ prompt, ...owner, ...schedule, ...noFilters }, at));
  }
  await store.news.add(['copper', 'lithium', 'nickel'].map((topic) => itemAbout(topic, topic)));
  const counts = { searches: 0, onSearch: () => {} };
  const counted: typeof store.news.candidates = (...args) => {
    counts.searches += 1;
    counts.onSearch();
    return store.news.candidates(...args);
  };
  const news = new Proxy(store.news, {
    get: (target, key) => {
      if (key === 'candidates') return counted;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { store, account, counts, myNews: new MyNews({ ...store, news }) };
}

function itemAbout(topic: string, id: string) {
  return indexItem(
    {
      id,
      title: `${topic} mine opens`,
      description: `The ${topic} mine in Chile opens.`,
      url: null,
      source: null,
      publication_date: now,
      body: null,
    },
    now,
  );
}

const idsOf = (items: readonly (readonly [number, number, string])[]) =>
  items.map(([, , id]) => id);
const prompts = ['copper mine', 'lithium mine', 'nickel mine'];

it('searches once for monitors with the same prompt', async () => {
  const { myNews, account, counts } = await newsOf([...prompts, ...prompts, ...prompts]);
  const items = await myNews.list({ account }, { now }, new WorkSlices());
  expect(idsOf(items)).toEqual(['nickel', 'lithium', 'copper']);
  expect(counts.searches).toBe(3);
});

it('searches once for calls at the same time, and for later ones', async () => {
  const { myNews, account, counts } = await newsOf(prompts);
  const list = () => myNews.list({ account }, { now }, new WorkSlices());
  const [first, ...others] = await Promise.all(Array.from({ length: 120 }, list));
  expect(first).toHaveLength(3);
  for (const other of [...others, await list()]) expect(other).toEqual(first);
  expect(counts.searches).toBe(3);
});

it('searches again when the news or the monitors have changed', async () => {
  const { store, myNews, account } = await newsOf(prompts);
  const list = async () => idsOf(await myNews.list({ account }, { now }, new WorkSlices()));
  expect(await list()).toEqual(['nickel', 'lithium', 'copper']);
  await store.news.add([itemAbout('copper', 'another')]);
  expect(await list()).toEqual(['another', 'nickel', 'lithium', 'copper']);
  await store.news.delete(['copper']);
  expect(await list()).toEqual(['another', 'nickel', 'lithium']);
  const [first] = await store.monitors.list(await store.accounts.viewer(account.id));
  await store.monitors.setStatus(first?.id ?? '', 'paused', now);
  expect(await list()).toEqual(['nickel', 'lithium']);
});

it('stops between searches when the client has left, and another call takes over', async () => {
  const { myNews, account, counts } = await newsOf(prompts);
  const controller = new AbortController();
  counts.onSearch = () => controller.abort(new Error('the client has left'));
  const leaving = new WorkSlices({ signal: controller.signal });
  const abandoned = myNews.list({ account }, { now }, leaving);
  const other = myNews.list({ account }, { now }, new WorkSlices());
  await expect(abandoned).rejects.toThrow('the client has left');
  expect(idsOf(await other)).toEqual(['nickel', 'lithium', 'copper']);
  expect(counts.searches).toBe(1 + 3);
});

it('does nothing for clients that have left', async () => {
  const { myNews, account, counts } = await newsOf(prompts);
  const signal = AbortSignal.abort(new Error('the client has left'));
  const calls = Array.from({ length: 120 }, () =>
    myNews.list({ account }, { now }, new WorkSlices({ signal })),
  );
  for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
  expect(counts.searches).toBe(0);
});

it('counts undated news, and news with a later date, from its arrival', async () => {
  const { store, myNews, account } = await newsOf(['copper mine']);
  const arriving = (id: string, age: number, publication_date: number | null) =>
    indexItem(
      {
        id,
        title: 'copper mine opens',
        description: `The copper mine ${id} in Chile opens.`,
        url: null,
        source: null,
        publication_date,
        body: null,
      },
      now - age,
    );
  await store.news.add([
    arriving('undated', -1000, null),
    arriving('second', -1000, null),
    arriving('early', 500, now - 500),
    arriving('ahead', 1000, now + 9000),
    arriving('old', -1000, now - 2000),
  ]);
  const items = await myNews.list({ account }, { now }, new WorkSlices());
  const latest = (await store.news.latest(9, undefined, {})).map(({ id }) => id);
  const expected = latest.filter((id) => id !== 'lithium' && id !== 'nickel');
  expect(expected).toEqual(['second', 'undated', 'copper', 'early', 'ahead', 'old']);
  expect(idsOf(items)).toEqual(expected);
});
