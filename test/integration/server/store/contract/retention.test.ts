import { beforeEach, describe, expect, it } from 'vitest';
import type {
  OAuthArtifact,
  Store,
  SweepPosition,
  SweptRows,
} from '../../../../../src/server/store/store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import {
  aBriefing,
  aChannel,
  aDelivery,
  aMonitor,
  anAccount,
  anAlert,
  aResult,
  aRun,
} from './records.ts';

/** Deletes all rows from before a time, in batches of two. Returns the size of each batch. */
async function sweepAll({ retention }: Store, rows: SweptRows, before: number, now = before) {
  const sizes: number[] = [];
  let after: SweepPosition | undefined;
  for (;;) {
    const batch = await retention.deleteBatch(rows, { before, limit: 2, after }, now);
    if (batch.deleted > 0) sizes.push(batch.deleted);
    if (batch.isLast) return sizes;
    after = batch.after;
  }
}

const owner = { account_id: 'a', team_ids: [] };

async function runIds({ runs }: Store, monitorId = 'm') {
  return (await runs.list(monitorId, 100)).map(({ id }) => id).reverse();
}

async function eventIds({ outbox }: Store) {
  return (await outbox.list('a', 100)).map(({ event_id }) => event_id).reverse();
}

describeStores('retention', (context) => {
  beforeEach(() => addRecords(context.store, { accounts: [anAccount('a')] }));

  describe('of runs', () => {
    it('deletes old ones, in batches, except the newest of each monitor', async () => {
      const { store } = context;
      const times = [1, 2, 3, 4, 5, 20];
      await addRecords(store, {
        monitors: [aMonitor('m'), aMonitor('idle')],
        runs: [
          ...times.map((started_at) => aRun(`r${started_at}`, { started_at })),
          aRun('only', { monitor_id: 'idle', started_at: 1 }),
          aRun('of deleted', { monitor_id: 'deleted', started_at: 1 }),
        ],
      });
      expect(await sweepAll(store, 'runs', 10)).toEqual([1, 2, 2, 1]);
      expect(await runIds(store)).toEqual(['r20']);
      expect(await runIds(store, 'idle')).toEqual(['only']);
      expect(await runIds(store, 'deleted')).toEqual([]);
    });

    it('keeps those whose alert or deliveries are kept, and deletes them later', async () => {
      const { store } = context;
      await addRecords(store, {
        monitors: [aMonitor('m')],
        channels: [aChannel('c')],
        runs: [1, 2, 3, 4].map((started_at) => aRun(`r${started_at}`, { started_at })),
        alerts: [anAlert('alert', { run_id: 'r1', created_at: 1 })],
        deliveries: [aDelivery('e', { run_id: 'r2', created_at: 1, due_at: null })],
      });
      await sweepAll(store, 'runs', 10);
      expect(await runIds(store)).toEqual(['r1', 'r2', 'r4']);
      expect(await sweepAll(store, 'alerts', 10)).toEqual([1]);
      expect(await sweepAll(store, 'deliveries', 10)).toEqual([1]);
      await sweepAll(store, 'runs', 10);
      expect(await runIds(store)).toEqual(['r4']);
    });
  });

  describe('of deliveries', () => {
    it('deletes old ones, and each payload with its last delivery', async () => {
      const { store } = context;
      const settled = { status: 'delivered', due_at: null } as const;
      await addRecords(store, {
        channels: [aChannel('c')],
        deliveries: [
          aDelivery('e1', { ...settled, created_at: 1 }),
          aDelivery('e2', { ...settled, created_at: 2 }),
          aDelivery('e3', { ...settled, created_at: 20 }),
        ],
      });
      await store.outbox.add(aDelivery('e4', { ...settled, created_at: 3, payload: '{"x":1}' }));
      expect(await sweepAll(store, 'deliveries', 10)).toEqual([2, 1]);
      expect(await eventIds(store)).toEqual(['e3']);
      expect(await sweepAll(store, 'deliveries', 30)).toEqual([1]);
      // The ids of deleted payloads are free again.
      await store.outbox.add(aDelivery('e1'));
      await store.outbox.add(aDelivery('e4', { payload: '{"x":1}' }));
    });

    it('keeps those that wait for an attempt or are in flight, however old', async () => {
      const { store } = context;
      await addRecords(store, {
        channels: [aChannel('c')],
        deliveries: [
          aDelivery('waiting', { created_at: 1, due_at: 1000 }),
          aDelivery('in flight', { created_at: 1, due_at: 5 }),
        ],
      });
      const options = { now: 10, lease_until: 20, limit: 9, max_per_connection: 9 };
      expect(await store.outbox.claim({ ...options, in_flight: new Map() })).toHaveLength(1);
      expect(await sweepAll(store, 'deliveries', 10_000)).toEqual([]);
      expect(await eventIds(store)).toEqual(['waiting', 'in flight']);
    });
  });

  it('deletes old alerts, and remembers until when', async () => {
    const { store } = context;
    await addRecords(store, {
      runs: [aRun('r')],
      alerts: [1, 2, 3, 20].map((created_at) => anAlert(`${created_at}`, { created_at })),
    });
    expect(await store.retention.alertsDeletedUntil()).toBeUndefined();
    await store.retention.setAlertsDeletedUntil(1);
    expect(await store.retention.alertsDeletedUntil()).toBeUndefined();
    await store.retention.setAlertsDeletedUntil(10);
    expect(await sweepAll(store, 'alerts', 10)).toEqual([2, 1]);
    expect((await store.alerts.list(owner, { limit: 9 })).map(({ id }) => id)).toEqual(['20']);
    await store.retention.setAlertsDeletedUntil(15);
    expect(await (await context.openAgain()).retention.alertsDeletedUntil()).toBe(10);
  });

  it('deletes old briefings, except the newest of each account', async () => {
    const { store } = context;
    await addRecords(store, {
      accounts: [anAccount('b')],
      briefings: [
        ...[1, 2, 3, 20].map((created_at) => aBriefing(`${created_at}`, { created_at })),
        aBriefing('only', { account_id: 'b' }),
      ],
    });
    expect(await sweepAll(store, 'briefings', 10)).toEqual([1, 2]);
    expect((await store.briefings.list('a', 9)).map(({ id }) => id)).toEqual(['20']);
    expect((await store.briefings.list('b', 9)).map(({ id }) => id)).toEqual(['only']);
  });

  it('deletes the usage of old days', async () => {
    const { store } = context;
    const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'];
    const count = { account_id: 'a', operation: 'usage', requests: 1 };
    await store.usage.add(days.map((day) => ({ ...count, day })));
    expect(await sweepAll(store, 'usage', Date.parse('2026-01-04T12:00:00Z'))).toEqual([2, 1]);
    expect(await store.usage.since('a', '2026-01-01')).toEqual([{ ...count, day: '2026-01-04' }]);
  });

  it('deletes the marks of results that no run can find again', async () => {
    const { store } = context;
    const text = { title: 'Otters', description: '', url: null, source: null, body: null };
    const item = { ...text, publication_date: 1, order_at: 1, terms: { title: 'otter', text: '' } };
    await store.news.add([{ ...item, id: 'in index', ranking_terms: new Uint8Array(4) }]);
    const alert = (id: string, monitor_id: string, keys: string[]) =>
      anAlert(id, { monitor_id, run_id: `r ${id}`, created_at: 1, results: keys.map(aResult) });
    const gone = ['gone 1', 'gone 2', 'gone 3'];
    await addRecords(store, {
      monitors: [aMonitor('m')],
      runs: [aRun('r 1'), aRun('r 2')],
      alerts: [
        alert('1', 'm', ['in index', 'found again', ...gone]),
        alert('2', 'deleted', ['in index']),
      ],
    });
    const dayLater = 86_400_000 + 2;
    await store.runs.record({
      run: aRun('r 3', { finished_at: dayLater }),
      deliveries: [],
      alertedBefore: ['found again'],
    });
    const batches = await sweepAll(store, 'alerted', 10, 500);
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(gone.length + 1);
    const left = await store.alerts.alerted('m', ['in index', 'found again', ...gone]);
    expect([...left].sort()).toEqual(['found again', 'in index']);
    expect(await store.alerts.alerted('deleted', ['in index'])).toEqual(new Set());
    // The mark of the item in the index is examined once in a lifetime.
    expect(await sweepAll(store, 'alerted', 500, 600)).toEqual([]);
    await store.news.delete(['in index']);
    expect(await sweepAll(store, 'alerted', 501, 600)).toEqual([1]);
  });

  it('deletes expired sessions, sign-in links and rate limits', async () => {
    const { sessions, rateLimits } = context.store;
    await sessions.add({ hash: 'old', account_id: 'a', created_at: 1, expires_at: 5 });
    await sessions.add({ hash: 'new', account_id: 'a', created_at: 1, expires_at: 50 });
    await sessions.addLink({ hash: 'old', account_id: 'a', expires_at: 5 });
    await sessions.addLink({ hash: 'new', account_id: 'a', expires_at: 50 });
    await rateLimits.add('new', 1, { now: 1, until: 50 });
    await rateLimits.add('old', 2, { now: 1, until: 5 });
    // Leaves the old one to the sweep.
    await rateLimits.add('third', 2, { now: 6, until: 50 });
    for (const rows of ['sessions', 'sign_in_links', 'rate_limits'] as const) {
      expect(await sweepAll(context.store, rows, 10)).toEqual([1]);
    }
    expect(await sessions.find('old', 1)).toBeUndefined();
    expect(await sessions.find('new', 1)).toBeDefined();
    expect(await sessions.takeLink('old', 1)).toBeUndefined();
    expect(await sessions.takeLink('new', 1)).toBeDefined();
    expect(await rateLimits.add('new', 1, { now: 2, until: 60 })).toMatchObject({ points: 2 });
  });

  it('deletes expired and unused records of OAuth', async () => {
    const { oauth } = context.store;
    const client = { id: 'client', name: null, metadata: '{}', address: '', created_at: 1 };
    const grant = { account_id: 'a', client_id: 'client', payload: '{}', expires_at: 1000 };
    const token: Omit<OAuthArtifact, 'hash' | 'grant_id' | 'expires_at'> = {
      kind: 'refresh_token',
      audience: null,
      payload: '{}',
      created_at: 1,
      consumed_at: null,
    };
    await oauth.putClient(client);
    await oauth.putClient({ ...client, id: 'new', created_at: 90 });
    await oauth.putClient({ ...client, id: 'idle' });
    await oauth.putGrant({ ...grant, id: 'used', created_at: 1 });
    await oauth.putGrant({ ...grant, id: 'bare', created_at: 1 });
    await oauth.putGrant({ ...grant, id: 'fresh', created_at: 90 });
    await oauth.putArtifact({ ...token, hash: 'kept', grant_id: 'used', expires_at: 200 });
    await oauth.putArtifact({ ...token, hash: 'gone', grant_id: 'bare', expires_at: 50 });
    expect(await sweepAll(context.store, 'oauth_artifacts', 100)).toEqual([1]);
    expect(await sweepAll(context.store, 'expired_oauth_grants', 100)).toEqual([]);
    expect(await sweepAll(context.store, 'unused_oauth_grants', 80)).toEqual([1]);
    expect(await sweepAll(context.store, 'unused_oauth_clients', 80)).toEqual([1]);
    expect(await oauth.findArtifact('refresh_token', 'kept', 1)).toBeDefined();
    expect(await oauth.getGrant('bare', 1)).toBeUndefined();
    expect(await oauth.getGrant('used', 1)).toBeDefined();
    expect(await oauth.getGrant('fresh', 1)).toBeDefined();
    expect(await oauth.getClient('idle')).toBeUndefined();
    expect(await oauth.getClient('new')).toBeDefined();
    expect(await sweepAll(context.store, 'expired_oauth_grants', 1001)).toEqual([2]);
  });

  it('is swept by one process at a time, and again if that one dies', async () => {
    const { retention } = context.store;
    const other = (await context.openAgain()).retention;
    const claims = await Promise.all([
      retention.claimDue(10, 20),
      other.claimDue(10, 20),
      retention.claimDue(10, 20),
    ]);
    expect(claims.flat()).toHaveLength(1);
    const [lost] = claims.flat();
    expect(await other.nextDue()).toBe(20);
    const [taken] = await other.claimDue(20, 30);
    if (!lost || !taken) throw new Error('not claimed');
    await retention.settle(lost, 500);
    expect(await retention.claimDue(25, 40)).toEqual([]);
    await other.settle(taken, 100);
    expect(await retention.nextDue()).toBe(100);
    expect(await retention.claimDue(99, 200)).toEqual([]);
    expect(await retention.claimDue(100, 200)).toHaveLength(1);
  });

  it('is continued where it ended before its last row', async () => {
    const { retention } = context.store;
    const claim = async () => {
      const [due] = await retention.claimDue(10, 20);
      if (!due) throw new Error('not claimed');
      return due;
    };
    const first = await claim();
    expect(first.unfinished).toBeUndefined();
    await retention.settle(first, 10, { rows: 'runs', after: [5, 7] });
    const second = await claim();
    expect(second.unfinished).toEqual({ rows: 'runs', after: [5, 7] });
    await retention.settle(second, 10);
    expect((await claim()).unfinished).toBeUndefined();
  });
});
