import { expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { aMonitor, anAccount, aResult, aRun } from './records.ts';

const minute = 60_000;

describeStores('monitors', (context) => {
  const claim = async (now: number, limit = 10) =>
    (await context.store.monitors.claimDue(now, now + 100, limit)).sort((one, other) =>
      one.id.localeCompare(other.id),
    );
  const claimedIds = async (now: number, limit?: number) =>
    (await claim(now, limit)).map(({ id }) => id);

  it('store every field and the run of the preview', async () => {
    const { monitors, runs } = context.store;
    const monitor = aMonitor('m', { every_minutes: null, next_run_at: null, last_run_at: 7 });
    const preview = aRun('r', { trigger: 'preview', results: [aResult('k')] });
    expect(await monitors.create(monitor, { preview })).toBe('stored');
    expect(await monitors.get('m')).toEqual(monitor);
    expect(await runs.list('m', 9)).toMatchObject([preview]);
    expect(await monitors.get('x')).toBeUndefined();
  });

  it('are counted, ordered by age, and the newest active ones listed, also those of teams', async () => {
    const { store } = context;
    await addRecords(store, {
      accounts: [anAccount('a'), anAccount('b')],
      teams: [{ id: 't', name: 't', members: [{ account_id: 'a', webhooks: true }] }],
    });
    const own = { owner_id: 'a', team_id: null };
    const monitors = [
      aMonitor('m4', { ...own, created_at: 4 }),
      aMonitor('m3', { owner_id: 'b', team_id: 't', created_at: 3 }),
      aMonitor('m2', { ...own, created_at: 2, status: 'paused', next_run_at: null }),
      aMonitor('m1', { ...own, created_at: 1 }),
      aMonitor('hidden', { owner_id: 'b', team_id: null, created_at: 5 }),
    ];
    for (const monitor of monitors) await store.monitors.create(monitor);
    const viewer = await store.accounts.viewer('a');
    expect(await store.monitors.countVisible(viewer)).toEqual({ monitors: 4, paused: 1 });
    expect(await store.monitors.countVisible(await store.accounts.viewer('c'))).toEqual({
      monitors: 0,
      paused: 0,
    });
    const ids = ['m4', 'hidden', 'm2', 'm3', 'unknown'];
    expect(await store.monitors.visibleIds(viewer, ids)).toEqual(['m2', 'm3', 'm4']);
    expect(await store.monitors.newestActive(viewer, 2)).toEqual([monitors[1], monitors[0]]);
    expect(await store.monitors.newestActive(viewer, 9)).toHaveLength(3);
  });

  it('are listed, with their alerts, for a member of 600 teams', async () => {
    const { store } = context;
    const ids = Array.from({ length: 600 }, (_, n) => `t${n}`);
    await addRecords(store, {
      accounts: [anAccount('a'), anAccount('b')],
      teams: ids.map((id) => ({ id, name: id, members: [{ account_id: 'a', webhooks: true }] })),
    });
    await store.monitors.create(aMonitor('own', { owner_id: 'a', team_id: 't1' }));
    await store.monitors.create(aMonitor('others', { owner_id: 'b', team_id: 't599' }));
    const viewer = await store.accounts.viewer('a');
    const found = await store.monitors.list(viewer);
    expect(found.map(({ id }) => id).sort()).toEqual(['others', 'own']);
    expect(await store.alerts.list(viewer, { limit: 10 })).toEqual([]);
  });

  it('are created once per id when several processes create them at once', async () => {
    const other = await context.openAgain();
    const made = await Promise.all([
      context.store.monitors.create(aMonitor('m'), { preview: aRun('r1') }),
      other.monitors.create(aMonitor('m'), { preview: aRun('r2') }),
    ]);
    expect(made.sort()).toEqual(['stored', 'taken']);
    expect(await context.store.runs.list('m', 9)).toHaveLength(1);
  });

  it('are not stored if the run of the preview cannot be stored', async () => {
    const { monitors } = context.store;
    await monitors.create(aMonitor('m'), { preview: aRun('r') });
    await expect(monitors.create(aMonitor('n'), { preview: aRun('r') })).rejects.toThrow();
    expect(await monitors.get('n')).toBeUndefined();
  });

  it('are listed once for their owner and for members of their team, oldest first, then by id', async () => {
    const { monitors } = context.store;
    await monitors.create(aMonitor('late', { created_at: 9 }));
    await monitors.create(aMonitor('b', { team_id: 't' }));
    await monitors.create(aMonitor('B'));
    await monitors.create(aMonitor('c', { owner_id: 'other' }));
    await monitors.create(aMonitor('d', { owner_id: 'other', team_id: 'u' }));
    const ids = async (account_id: string, ...team_ids: string[]) =>
      (await monitors.list({ account_id, team_ids })).map(({ id }) => id);
    expect(await ids('a', 't', 'u')).toEqual(['B', 'b', 'd', 'late']);
    expect(await ids('a')).toEqual(['B', 'b', 'late']);
    expect(await ids('member', 't')).toEqual(['b']);
    expect(await ids('stranger')).toEqual([]);
  });

  it('can be claimed once when their tick is due, the longest due first', async () => {
    const { monitors } = context.store;
    for (const [id, next_run_at] of [
      ['late', 30],
      ['early', 10],
      ['middle', 20],
      ['later', 99],
    ] as const) {
      await monitors.create(aMonitor(id, { next_run_at }));
    }
    await monitors.create(aMonitor('paused', { status: 'paused', next_run_at: 1 }));
    await monitors.create(aMonitor('never', { next_run_at: null }));
    expect(await monitors.nextDue()).toBe(10);
    expect(await claimedIds(30, 2)).toEqual(['early', 'middle']);
    const other = await context.openAgain();
    const [taken, none] = [
      await other.monitors.claimDue(30, 130, 9),
      await monitors.claimDue(30, 130, 9),
    ];
    expect(taken.map(({ id }) => id)).toEqual(['late']);
    expect(taken[0]).toMatchObject({ ...aMonitor('late', { next_run_at: 30 }) });
    expect(none).toEqual([]);
  });

  it('can be claimed once each when several processes claim at once', async () => {
    for (let n = 0; n < 12; n += 1) await context.store.monitors.create(aMonitor(`m${n}`));
    const other = await context.openAgain();
    const claims = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        (n % 2 ? other : context.store).monitors.claimDue(1000, 1100, 1),
      ),
    );
    const ids = [...claims.flat(), ...(await claim(1000))].map(({ id }) => id);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  it('can skip a tick, unless its lease was lost', async () => {
    const { monitors } = context.store;
    await monitors.create(aMonitor('m'));
    const [held] = await claim(1000);
    await monitors.skipTick('m', { lease_token: 'another', next_run_at: 9000 });
    expect(await monitors.get('m')).toEqual(aMonitor('m'));
    await monitors.skipTick('m', { lease_token: held?.lease_token ?? '', next_run_at: 5000 });
    expect(await monitors.get('m')).toEqual(aMonitor('m', { next_run_at: 5000 }));
    expect(await claimedIds(5000)).toEqual(['m']);
  });

  it('are not stored with a preview if their owner has no plan', async () => {
    const { monitors, runs } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a', { plan: 'none' })] });
    expect(await monitors.create(aMonitor('m'), { preview: aRun('r') })).toBe('not_entitled');
    expect(await monitors.get('m')).toBeUndefined();
    expect(await runs.list('m', 9)).toEqual([]);
    expect(await monitors.create(aMonitor('m'))).toBe('stored');
  });

  it('can be claimed again when the lease has expired, with a new token', async () => {
    await context.store.monitors.create(aMonitor('m'));
    const [first] = await claim(1000);
    expect(await context.store.monitors.nextDue()).toBe(1100);
    expect(await claim(1099)).toEqual([]);
    const [second] = await claim(1100);
    expect(second?.id).toBe('m');
    expect(second?.lease_token).not.toBe(first?.lease_token);
  });

  it('can be paused and resumed, which ends the lease of a tick', async () => {
    const { monitors, runs } = context.store;
    await monitors.create(aMonitor('m'));
    const [held] = await claim(1000);
    expect(await monitors.setStatus('m', 'paused', 5)).toEqual(
      aMonitor('m', { status: 'paused', next_run_at: null }),
    );
    expect(await monitors.get('m')).toMatchObject({ status: 'paused', next_run_at: null });
    expect(await monitors.setStatus('x', 'paused', 5)).toBeUndefined();
    expect(await monitors.nextDue()).toBeUndefined();
    await monitors.setStatus('m', 'active', 2000);
    expect(await monitors.nextDue()).toBe(2000 + 60 * minute);
    const tick = { lease_token: held?.lease_token ?? '', next_run_at: 5000 };
    expect(await runs.record({ run: aRun('r'), deliveries: [], tick })).toBe('lost');
  });

  it('can be changed column by column', async () => {
    const { monitors } = context.store;
    const monitor = aMonitor('m');
    await monitors.create(monitor);
    await monitors.create(aMonitor('other'));
    expect(await monitors.update('m', {}, 5)).toEqual(monitor);
    const changes = {
      title: 'Chips',
      include_sources: [],
      exclude_words: ['“quoted”, with \\ and \u{1f680}'],
      min_relevance: null,
    };
    expect(await monitors.update('m', changes, 5)).toEqual({ ...monitor, ...changes });
    const others = {
      exclude_sources: ['b'],
      include_languages: ['fr'],
      exclude_languages: [],
      min_relevance: 0.123456789,
      quiet_hours: null,
    };
    const all = { ...monitor, ...changes, ...others };
    expect(await monitors.update('m', others, 5)).toEqual(all);
    expect(await monitors.get('m')).toEqual(all);
    expect(await monitors.get('other')).toEqual(aMonitor('other'));
    expect(await monitors.update('x', changes, 5)).toBeUndefined();
  });

  it('keep changes of several processes at once', async () => {
    const other = await context.openAgain();
    await context.store.monitors.create(aMonitor('m'));
    await Promise.all([
      context.store.monitors.update('m', { title: 'Chips' }, 5),
      other.monitors.update('m', { exclude_words: ['podcast'] }, 5),
      context.store.monitors.setStatus('m', 'paused', 5),
      other.monitors.update('m', { every_minutes: 5 }, 2000),
    ]);
    expect(await other.monitors.get('m')).toMatchObject({
      title: 'Chips',
      exclude_words: ['podcast'],
      status: 'paused',
      every_minutes: 5,
    });
  });

  it('get another tick if they are active, which ends the lease of the current one', async () => {
    const { monitors, runs } = context.store;
    await monitors.create(aMonitor('m', { next_run_at: 10 }));
    const [claimed] = await claim(10);
    expect(await monitors.update('m', { every_minutes: 5 }, 500)).toMatchObject({
      every_minutes: 5,
      next_run_at: 500 + 5 * minute,
    });
    const tick = { lease_token: claimed?.lease_token ?? '', next_run_at: 900 };
    expect(await runs.record({ run: aRun('r'), deliveries: [], tick })).toBe('lost');
    expect(await monitors.update('m', { every_minutes: null }, 500)).toMatchObject({
      every_minutes: null,
      next_run_at: null,
    });
    await monitors.setStatus('m', 'paused', 500);
    expect(await monitors.update('m', { every_minutes: 5 }, 500)).toMatchObject({
      next_run_at: null,
    });
  });

  it('have a next tick if they are resumed and get an interval at the same time', async () => {
    const other = await context.openAgain();
    for (let n = 0; n < 20; n += 1) {
      const id = `m${n}`;
      const onDemand = { every_minutes: null, next_run_at: null };
      await context.store.monitors.create(aMonitor(id, { status: 'paused', ...onDemand }));
      await Promise.all([
        context.store.monitors.setStatus(id, 'active', 1000),
        other.monitors.update(id, { every_minutes: 5 }, 1000),
      ]);
      const next_run_at = 1000 + 5 * minute;
      expect(await other.monitors.get(id)).toMatchObject({ status: 'active', next_run_at });
    }
  });

  it('keep their lease if only other columns change', async () => {
    const { monitors, runs } = context.store;
    await monitors.create(aMonitor('m', { next_run_at: 10 }));
    const [claimed] = await claim(10);
    await monitors.update('m', { title: 'Chips', every_minutes: 60 }, 20);
    expect(await monitors.get('m')).toMatchObject({ next_run_at: 10 });
    const tick = { lease_token: claimed?.lease_token ?? '', next_run_at: 900 };
    expect(await runs.record({ run: aRun('r'), deliveries: [], tick })).toBe('stored');
  });

  it('can be deleted without their runs', async () => {
    const { monitors, runs } = context.store;
    await monitors.create(aMonitor('m'), { preview: aRun('r') });
    await monitors.delete('m');
    expect(await (await context.openAgain()).monitors.get('m')).toBeUndefined();
    expect(await runs.list('m', 9)).toHaveLength(1);
  });
});
