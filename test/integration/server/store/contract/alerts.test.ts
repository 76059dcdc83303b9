import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type {
  AlertQuery,
  AlertRecord,
  RowPosition,
  Store,
  Viewer,
} from '../../../../../src/server/store/store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { aDelivery, aMonitor, anAccount, anAlert, aResult, aRun } from './records.ts';

describeStores('alerts', (context) => {
  let recorded = 0;

  beforeEach(async () => {
    await context.store.monitors.create(aMonitor('m'));
  });

  /** Records a run with an alert that was made at this time. */
  async function record(store: Store, created_at: number, changes: Partial<AlertRecord> = {}) {
    recorded += 1;
    const id = `${recorded}`;
    const run = aRun(`run ${id}`, { finished_at: created_at });
    const alert = anAlert(id, { run_id: run.id, created_at, results: [aResult(id)], ...changes });
    expect(await store.runs.record({ run, alert, deliveries: [] })).toBe('stored');
    return id;
  }

  /** Accounts `a` and `b`, both in the team `t`, and `c`. */
  async function withAccounts(): Promise<void> {
    for (const id of ['a', 'b', 'c'])
      await addRecords(context.store, { accounts: [anAccount(id)] });
    const members = ['a', 'b'].map((account_id) => ({ account_id, webhooks: true }));
    await addRecords(context.store, { teams: [{ id: 't', name: 'T', members }] });
  }

  const a: Viewer = { account_id: 'a', team_ids: ['t'] };
  const b: Viewer = { account_id: 'b', team_ids: ['t'] };
  const c: Viewer = { account_id: 'c', team_ids: [] };

  async function times(viewer: Viewer): Promise<number[]> {
    const query = { limit: 1000, order: 'oldest_first' } as const;
    const found = await context.store.alerts.list(viewer, query);
    return found.map(({ created_at }) => created_at);
  }

  /** Reads new alerts as long as others are recorded, and once more. */
  async function poll(viewer: Viewer, isRecording: () => boolean): Promise<string[]> {
    const limit = 5;
    const seen: string[] = [];
    let since = 0;
    for (let isLast = false; ; isLast = !isRecording()) {
      await setImmediate();
      const query = { limit, since, order: 'oldest_first' } as const;
      const found = await context.store.alerts.list(viewer, query);
      seen.push(...found.filter(({ created_at }) => created_at > since).map(({ id }) => id));
      since = found.at(-1)?.created_at ?? since;
      if (isLast && found.length < limit) return seen;
    }
  }

  async function allPages(viewer: Viewer, order: 'newest_first' | 'oldest_first') {
    const found: string[] = [];
    let after: RowPosition | undefined;
    for (;;) {
      const page = await context.store.alerts.list(viewer, { limit: 2, order, after });
      found.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) return found;
      after = { time: last.created_at, sequence: last.sequence };
    }
  }

  it('have times that strictly increase for everyone who sees them, even if the clock does not', async () => {
    await withAccounts();
    const { store } = context;
    await record(store, 100);
    await record(store, 100, { owner_id: 'b', team_id: 't' });
    await record(store, 40, { owner_id: 'a', team_id: 't' });
    await record(store, 100, { owner_id: 'b' });
    await record(store, 40, { owner_id: 'c' });
    await record(store, 500, { owner_id: 'a' });
    await record(store, 500, { owner_id: 'b' });
    expect(await times(a)).toEqual([100, 101, 102, 500]);
    expect(await times(b)).toEqual([101, 102, 103, 500]);
    expect(await times(c)).toEqual([40]);
  });

  it('keep that order when the account is updated and when the store is opened again', async () => {
    await withAccounts();
    await record(context.store, 100);
    await context.store.accounts.setProfile('a', { name: 'New' });
    await context.store.accounts.setPlan('a', 'none');
    await context.store.accounts.setPlan('a', 'active');
    await record(await context.openAgain(), 99);
    expect(await times(a)).toEqual([100, 101]);
  });

  it('have times that strictly increase for an account that joins a team', async () => {
    await withAccounts();
    const { accounts, alerts } = context.store;
    for (let n = 0; n < 3; n += 1) await record(context.store, 100, { team_id: 't' });
    await record(context.store, 50, { owner_id: 'c' });
    const members = ['a', 'c'].map((account_id) => ({ account_id, webhooks: true }));
    await addRecords(context.store, { teams: [{ id: 't', name: 'T', members }] });
    const viewer = await accounts.viewer('c');
    expect(await times(viewer)).toEqual([50, 100, 101, 102]);
    const own = await record(context.store, 60, { owner_id: 'c' });
    const [last] = await alerts.list(viewer, { limit: 1 });
    expect(last).toMatchObject({ id: own, created_at: 103 });
  });

  it('keep the latest time of a member if the team has only earlier alerts', async () => {
    await withAccounts();
    await record(context.store, 10, { team_id: 't' });
    await record(context.store, 500, { owner_id: 'c' });
    const members = ['a', 'c'].map((account_id) => ({ account_id, webhooks: true }));
    await addRecords(context.store, { teams: [{ id: 't', name: 'T', members }] });
    await record(context.store, 60, { owner_id: 'c' });
    expect(await times(c)).toEqual([500, 501]);
  });

  it('do not take a time if nothing is stored', async () => {
    await withAccounts();
    await record(context.store, 100, { results: [aResult('k')] });
    const alert = anAlert('again', { run_id: 'again', created_at: 100, results: [aResult('k')] });
    const run = { run: aRun('again'), alert, deliveries: [aDelivery('e')] };
    expect(await context.store.runs.record(run)).toBe('repeated');
    await record(context.store, 100);
    expect(await times(a)).toEqual([100, 101]);
  });

  it('are all found by readers that only move `since` forward while several processes record', async () => {
    await withAccounts();
    const stores = [context.store, await context.openAgain(), await context.openAgain()];
    const owners = [
      { owner_id: 'a', team_id: 't' },
      { owner_id: 'b' },
      { owner_id: 'b', team_id: 't' },
      { owner_id: 'a' },
    ];
    let isRecording = true;
    const readers = [a, b].map((viewer) => poll(viewer, () => isRecording));
    const ids = await Promise.all(
      Array.from({ length: 120 }, (_, n) => {
        const store = stores[n % 3] ?? context.store;
        return record(store, 1000 - (n % 7), { monitor_id: `m${n}`, ...owners[n % 4] });
      }),
    );
    isRecording = false;
    const seen = await Promise.all(readers);
    const visible = (owner: string) =>
      ids.filter((_, n) => owners[n % 4]?.owner_id === owner || owners[n % 4]?.team_id).sort();
    expect(seen.map((each) => each.toSorted())).toEqual([visible('a'), visible('b')]);
  });

  it('of one monitor are those that the viewer sees', async () => {
    await withAccounts();
    const own = { owner_id: 'a', monitor_id: 'm' };
    const ids = [
      await record(context.store, 10, own),
      await record(context.store, 20, { ...own, monitor_id: 'other' }),
      await record(context.store, 30, { ...own, team_id: 't' }),
      await record(context.store, 40, { owner_id: 'c', monitor_id: 'm' }),
    ];
    const list = async (viewer: Viewer, query: Partial<AlertQuery> = {}) => {
      const asked = { limit: 9, monitor_id: 'm', ...query };
      return (await context.store.alerts.list(viewer, asked)).map(({ id }) => id);
    };
    expect(await list(a)).toEqual([ids[2], ids[0]]);
    expect(await list(b)).toEqual([ids[2]]);
    expect(await list(c)).toEqual([ids[3]]);
    expect(await list(a, { since: 20, order: 'oldest_first' })).toEqual([ids[2]]);
    expect(await list(a, { until: 20 })).toEqual([ids[0]]);
    expect(await list(a, { monitor_id: 'none' })).toEqual([]);
  });

  it('are paged from a position whose alert does not exist any more', async () => {
    await withAccounts();
    for (const created_at of [10, 20, 30]) await record(context.store, created_at);
    const after = { time: 20, sequence: 0 };
    const timesOf = async (order: 'newest_first' | 'oldest_first') => {
      const found = await context.store.alerts.list(a, { limit: 9, order, after });
      return found.map(({ created_at }) => created_at);
    };
    expect(await timesOf('newest_first')).toEqual([10]);
    expect(await timesOf('oldest_first')).toEqual([20, 30]);
  });

  it('are paged in both directions without loss, also if they share a time', async () => {
    await withAccounts();
    const ids: string[] = [];
    for (const owner_id of ['a', 'c', 'b']) {
      // An account that joins the team later has alerts of the same times.
      for (let n = 0; n < 3; n += 1) {
        ids.push(
          await record(context.store, 5, { owner_id, team_id: owner_id === 'c' ? null : 'x' }),
        );
      }
    }
    const viewer = { account_id: 'c', team_ids: ['x'] };
    for (const order of ['newest_first', 'oldest_first'] as const) {
      const found = await allPages(viewer, order);
      expect(found.toSorted()).toEqual(ids.toSorted());
      const all = await context.store.alerts.list(viewer, { limit: 100, order });
      expect(found).toEqual(all.map(({ id }) => id));
    }
  });
});
