import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../../src/server/store/store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { aChannel, aDelivery, aMonitor, anAccount, anAlert, aResult, aRun } from './records.ts';

const connection = { id: 'c', account_id: 'b' };
const disabled = { status: 'disabled' } as const;

describeStores('runs', (context) => {
  beforeEach(async () => {
    await context.store.monitors.create(aMonitor('m'));
  });

  async function claimed(): Promise<string> {
    const [monitor] = await context.store.monitors.claimDue(1000, 1100, 1);
    return monitor?.lease_token ?? '';
  }

  it('store the run, the alert, the deliveries and the next tick together', async () => {
    const { alerts, monitors, outbox, runs } = context.store;
    const lease_token = await claimed();
    const results = [aResult('k'), aResult('l')];
    const run = aRun('r', { results, finished_at: 12, skipped_channels: ['c'] });
    const alert = anAlert('alert', { results });
    const deliveries = ['e2', 'e1'].map((id) => aDelivery(id, { run_id: 'r', monitor_id: 'm' }));
    const tick = { lease_token, next_run_at: 5000 };
    expect(await runs.record({ run, alert, deliveries, tick })).toBe('stored');
    expect(await runs.list('m', 9)).toMatchObject([run]);
    expect(await alerts.list({ account_id: 'a', team_ids: [] }, { limit: 9 })).toMatchObject([
      alert,
    ]);
    expect(await outbox.ofRuns(['r'])).toEqual(
      deliveries.map(({ payload: _, traceparent: __, ...delivery }) => delivery),
    );
    expect(await monitors.get('m')).toMatchObject({ last_run_at: 12, next_run_at: 5000 });
    expect(await alerts.alerted('m', ['k', 'l', 'x'])).toEqual(new Set(['k', 'l']));
    expect(await alerts.alerted('n', ['k'])).toEqual(new Set());
    expect(await alerts.alerted('m', [])).toEqual(new Set());
    expect(await monitors.claimDue(4999, 9999, 1)).toEqual([]);
    expect(await monitors.claimDue(5000, 9999, 1)).toHaveLength(1);
  });

  it('store what is held back with the tick, and keep it when the tick says nothing of it', async () => {
    const { monitors, runs } = context.store;
    const lease_token = await claimed();
    const held = [
      { result: aResult('k'), sources: ['a.example', 'B \u{1f680}'], relevance: 0.25 },
      { result: aResult('l'), sources: [], relevance: null },
    ];
    expect(await runs.held('m')).toEqual([]);
    const lost = { lease_token: 'another', next_run_at: 5000, held: [] };
    const tick = { lease_token, next_run_at: 5000, held };
    expect(await runs.record({ run: aRun('r'), deliveries: [], tick })).toBe('stored');
    expect(await runs.record({ run: aRun('x'), deliveries: [], tick: lost })).toBe('lost');
    expect(await (await context.openAgain()).runs.held('m')).toEqual(held);
    const claim = async () => (await monitors.claimDue(5000, 9999, 1))[0]?.lease_token ?? '';
    await monitors.skipTick('m', { lease_token: await claim(), next_run_at: 5000 });
    expect(await runs.held('m')).toEqual(held);
    const last = { lease_token: await claim(), next_run_at: 6000, held: held.slice(1) };
    expect(await runs.record({ run: aRun('s'), deliveries: [], tick: last })).toBe('stored');
    expect(await runs.held('m')).toEqual(held.slice(1));
    await monitors.delete('m');
    expect(await runs.held('m')).toEqual([]);
  });

  it('store nothing if the lease of the tick was lost or already used', async () => {
    const { alerts, runs } = context.store;
    const lease_token = await claimed();
    const record = (id: string, token: string) =>
      runs.record({
        run: aRun(id),
        alert: anAlert(`alert of ${id}`, { run_id: id, results: [aResult(id)] }),
        deliveries: [aDelivery(`event of ${id}`)],
        tick: { lease_token: token, next_run_at: 5000 },
      });
    expect(await record('stranger', 'another')).toBe('lost');
    expect(await record('r', lease_token)).toBe('stored');
    expect(await record('again', lease_token)).toBe('lost');
    expect((await runs.list('m', 9)).map(({ id }) => id)).toEqual(['r']);
    expect(await alerts.alerted('m', ['stranger', 'again'])).toEqual(new Set());
    expect(await context.store.outbox.list('a', 9)).toHaveLength(1);
  });

  it('store nothing and keep the lease if the owner of the monitor has no plan', async () => {
    const { accounts, alerts, monitors, outbox, runs } = context.store;
    const lease_token = await claimed();
    await addRecords(context.store, { accounts: [anAccount('a', { plan: 'none' })] });
    const tick = { lease_token, next_run_at: 5000 };
    const record = { run: aRun('r'), alert: anAlert('alert'), deliveries: [aDelivery('e')], tick };
    expect(await runs.record(record)).toBe('not_entitled');
    expect(await runs.list('m', 9)).toEqual([]);
    expect(await alerts.alerted('m', ['k'])).toEqual(new Set());
    expect(await outbox.list('a', 9)).toEqual([]);
    expect(await monitors.get('m')).toMatchObject({ last_run_at: null, next_run_at: 1000 });
    await accounts.setPlan('a', 'active');
    expect(await runs.record(record)).toBe('stored');
  });

  it('store nothing and keep the lease if a result was alerted before', async () => {
    const { alerts, monitors, runs } = context.store;
    const lease_token = await claimed();
    const alert = (run_id: string, ...keys: string[]) =>
      anAlert(`alert of ${run_id}`, { run_id, results: keys.map(aResult) });
    const first = { run: aRun('r1'), alert: alert('r1', 'k'), deliveries: [] };
    expect(await runs.record(first)).toBe('stored');
    const tick = { lease_token, next_run_at: 5000 };
    const second = { run: aRun('r2'), alert: alert('r2', 'l', 'k'), deliveries: [], tick };
    expect(await runs.record(second)).toBe('repeated');
    expect(await alerts.alerted('m', ['l'])).toEqual(new Set());
    expect((await monitors.get('m'))?.next_run_at).toBe(1000);
    const without = { run: aRun('r3'), alert: alert('r3', 'l'), deliveries: [], tick };
    expect(await runs.record(without)).toBe('stored');
  });

  it('store no fingerprint if another version of a story was alerted before', async () => {
    const { alerts, runs } = context.store;
    const alert = (run_id: string, key: string) =>
      anAlert(`alert of ${run_id}`, { run_id, results: [aResult(key)] });
    const mark = (key: string) => ({ key, story: `story of ${key}` });
    const first = { run: aRun('r1'), alert: alert('r1', 'k'), marks: [mark('k')], deliveries: [] };
    const marks = [mark('j'), mark('k'), mark('l')];
    const second = { run: aRun('r2'), alert: alert('r2', 'l'), marks, deliveries: [] };
    const outcomes = await Promise.all([runs.record(first), runs.record(second)]);
    expect(outcomes.toSorted()).toEqual(['repeated', 'stored']);
    const isFirst = outcomes[0] === 'stored';
    const all = { keys: [], since: 0, limit: 9 };
    expect([...(await alerts.stories('m', all)).keys()].sort()).toEqual(
      isFirst ? ['k'] : ['j', 'k', 'l'],
    );
  });

  it('store the repeats that they dropped', async () => {
    const { runs } = context.store;
    const repeats = [aResult('a'), aResult('b')];
    await runs.record({ run: aRun('r', { repeats }), deliveries: [] });
    expect((await runs.list('m', 1))[0]?.repeats).toEqual(repeats);
  });

  describe('with a delivery that a pause holds', () => {
    const times = { now: 20, resumeFrom: 0 };
    const held = { status: 'stopped', due_at: null, last_error: 'connection_paused' } as const;
    const record = (store = context.store, n = 0) =>
      store.runs.record({
        run: aRun(`r${n}`),
        alert: anAlert(`alert ${n}`, { run_id: `r${n}`, results: [aResult(`k${n}`)] }),
        deliveries: [aDelivery(`e${n}`, { ...held, run_id: `r${n}` })],
      });

    beforeEach(async () => {
      await addRecords(context.store, { accounts: [anAccount('a')] });
      await context.store.channels.create(aChannel('c', { status: 'paused' }));
    });

    it.each(['active', 'disabled'] as const)(
      'are not stored if the connection has become %s',
      async (status) => {
        const { alerts, channels, outbox, runs } = context.store;
        await channels.update(aChannel('c'), { status }, times);
        expect(await record()).toBe('connection_changed');
        expect(await runs.list('m', 9)).toEqual([]);
        expect(await alerts.alerted('m', ['k0'])).toEqual(new Set());
        expect(await outbox.list('a', 9)).toEqual([]);
        await channels.update(aChannel('c'), { status: 'paused' }, times);
        expect(await record()).toBe('stored');
      },
    );

    it('are not stored, or resumed, if the connection becomes active at the same time', async () => {
      const other = await context.openAgain();
      const { channels, outbox } = context.store;
      for (let n = 0; n < 20; n += 1) {
        await channels.update(aChannel('c'), { status: 'paused' }, times);
        const [outcome] = await Promise.all([
          record(other, n),
          channels.update(aChannel('c'), { status: 'active' }, times),
        ]);
        const [delivery] = await outbox.ofRuns([`r${n}`]);
        if (outcome === 'stored') expect(delivery).toMatchObject({ status: 'pending', due_at: 20 });
        else expect([outcome, delivery]).toEqual(['connection_changed', undefined]);
      }
    });
  });

  describe('with a delivery for a connection that was active when the run ended', () => {
    const times = { now: 20, resumeFrom: 0 };
    const record = (store = context.store, n = 0) =>
      store.runs.record({
        run: aRun(`r${n}`),
        alert: anAlert(`alert ${n}`, { run_id: `r${n}`, results: [aResult(`k${n}`)] }),
        deliveries: [
          aDelivery(`e${n}`, { run_id: `r${n}`, monitor_id: 'm', account_id: 'b' }),
          aDelivery(`other ${n}`, { run_id: `r${n}`, monitor_id: 'm', channel_id: 'd' }),
        ],
      });

    beforeEach(async () => {
      await addRecords(context.store, { accounts: [anAccount('a'), anAccount('b')] });
      await context.store.channels.create(aChannel('c', { account_id: 'b', monitor_id: 'm' }));
    });

    it.each([
      ['disabled', (store: Store) => store.channels.update(connection, disabled, times)],
      ['ended', (store: Store) => store.monitors.delete('m')],
      ['without a plan', (store: Store) => store.accounts.setPlan('b', 'none')],
    ])('are not stored if it is now %s', async (_status, change) => {
      const { alerts, outbox, runs } = context.store;
      await change(context.store);
      expect(await record()).not.toBe('stored');
      expect(await runs.list('m', 9)).toEqual([]);
      expect(await alerts.alerted('m', ['k0'])).toEqual(new Set());
      expect(await outbox.ofRuns(['r0'])).toEqual([]);
    });

    it('leave no queued delivery if it is disabled at the same time', async () => {
      const other = await context.openAgain();
      const { channels, outbox } = context.store;
      for (let n = 0; n < 20; n += 1) {
        await channels.update(connection, { status: 'active' }, times);
        await Promise.all([record(other, n), channels.update(connection, disabled, times)]);
        const statuses = (await outbox.ofRuns([`r${n}`])).map(({ status }) => status);
        if (statuses.length > 0) expect(statuses).toEqual(['stopped', 'pending']);
      }
    });
  });

  it('are stored once when several alert the same result at once', async () => {
    const other = await context.openAgain();
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, n) => {
        const keys = n % 2 ? ['k', `own ${n}`] : [`own ${n}`, 'k'];
        const results = keys.map(aResult);
        const alert = anAlert(`alert ${n}`, { run_id: `r${n}`, results });
        const record = { run: aRun(`r${n}`), alert, deliveries: [aDelivery(`e${n}`)] };
        return (n % 3 ? other : context.store).runs.record(record);
      }),
    );
    expect(outcomes.toSorted()).toEqual([...Array(5).fill('repeated'), 'stored']);
    expect(await context.store.runs.list('m', 9)).toHaveLength(1);
    expect(await context.store.outbox.list('a', 9)).toHaveLength(1);
  });

  it.each(['active', 'none'] as const)(
    'are not stored if the monitor was deleted, with the plan %s',
    async (plan) => {
      const { alerts, monitors, outbox, runs } = context.store;
      await addRecords(context.store, { accounts: [anAccount('a', { plan })] });
      await monitors.delete('m');
      const record = { run: aRun('r'), alert: anAlert('x'), deliveries: [aDelivery('e')] };
      expect(await runs.record(record)).toBe('deleted');
      expect(await runs.list('m', 9)).toEqual([]);
      expect(await alerts.list({ account_id: 'a', team_ids: [] }, { limit: 9 })).toEqual([]);
      expect(await outbox.list('a', 9)).toEqual([]);
    },
  );

  it('accept an alert that has a result twice', async () => {
    const { runs } = context.store;
    const alert = anAlert('x', { results: [aResult('k'), aResult('k')] });
    expect(await runs.record({ run: aRun('r'), alert, deliveries: [] })).toBe('stored');
  });

  it('are listed newest first, then in reverse order of their creation', async () => {
    const { runs } = context.store;
    for (const [id, started_at] of [
      ['z', 5],
      ['b', 5],
      ['new', 9],
      ['old', 1],
    ] as const) {
      await runs.record({ run: aRun(id, { started_at, error: id }), deliveries: [] });
    }
    expect((await runs.list('m', 3)).map(({ id }) => id)).toEqual(['new', 'b', 'z']);
  });

  it('have alerts, which are listed for their owner and its teams, newest first, within a range', async () => {
    const { alerts, runs } = context.store;
    for (const [id, created_at, owner] of [
      ['z', 5, {}],
      ['b', 5, { team_id: 't' }],
      ['new', 9, {}],
      ['old', 1, {}],
      ['elsewhere', 7, { owner_id: 'other', team_id: 't' }],
    ] as const) {
      const results = [aResult(id)];
      const alert = anAlert(id, { created_at, ...owner, run_id: `run of ${id}`, results });
      await runs.record({ run: aRun(`run of ${id}`), alert, deliveries: [] });
    }
    const ids = async (...args: Parameters<typeof alerts.list>) =>
      (await alerts.list(...args)).map(({ id }) => id);
    const member = { account_id: 'a', team_ids: ['t'] };
    const former = { account_id: 'a', team_ids: [] };
    expect(await ids(member, { limit: 9 })).toEqual(['new', 'elsewhere', 'b', 'z', 'old']);
    expect(await ids(former, { limit: 9 })).toEqual(['new', 'b', 'z', 'old']);
    expect(await ids(former, { limit: 2 })).toEqual(['new', 'b']);
    expect(await ids(member, { limit: 9, since: 5, until: 5 })).toEqual(['b', 'z']);
    expect(await ids({ account_id: 'c', team_ids: ['t'] }, { limit: 9 })).toEqual([
      'elsewhere',
      'b',
    ]);
    expect(await ids({ account_id: 'c', team_ids: [] }, { limit: 9 })).toEqual([]);
  });
});
