import { expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { aMonitor, anAccount, anAlert, aRun } from './records.ts';

const newestFirst = { limit: 9, order: 'newest_first' } as const;

describeStores('teams', (context) => {
  it('have members, whose permission can be changed', async () => {
    const { teams, accounts } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a'), anAccount('b')] });
    await teams.create({ id: 't', name: 'Energy' });
    expect(await teams.get('t')).toEqual({ id: 't', name: 'Energy', members: [] });
    await teams.setMember('t', { account_id: 'b', webhooks: true });
    await teams.setMember('t', { account_id: 'a', webhooks: false });
    await teams.setMember('t', { account_id: 'b', webhooks: false });
    expect((await teams.get('t'))?.members).toEqual([
      { account_id: 'a', webhooks: false },
      { account_id: 'b', webhooks: false },
    ]);
    expect(await accounts.memberships('b')).toEqual([{ team_id: 't', webhooks: false }]);
    expect(await teams.removeMember('t', 'b')).toBe(true);
    expect(await teams.removeMember('t', 'b')).toBe(false);
    expect((await teams.get('t'))?.members).toEqual([{ account_id: 'a', webhooks: false }]);
    expect(await teams.get('u')).toBeUndefined();
  });

  it('keep the permission of a member when it is set without one', async () => {
    const { teams, accounts } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a'), anAccount('b')] });
    await teams.create({ id: 't', name: 'Energy' });
    await teams.setMember('t', { account_id: 'a', webhooks: true });
    await teams.setMember('t', { account_id: 'a' });
    await teams.setMember('t', { account_id: 'b' });
    expect(await accounts.memberships('a')).toEqual([{ team_id: 't', webhooks: true }]);
    expect(await accounts.memberships('b')).toEqual([{ team_id: 't', webhooks: false }]);
  });

  it('are listed in the order of their ids, after one if it is given', async () => {
    const { teams } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a')] });
    for (const id of ['t3', 't1', 't2']) await teams.create({ id, name: id });
    await teams.setMember('t2', { account_id: 'a', webhooks: true });
    const idsOf = async (...args: Parameters<typeof teams.list>) =>
      (await teams.list(...args)).map(({ id }) => id);
    expect(await idsOf(2)).toEqual(['t1', 't2']);
    expect(await idsOf(9, 't1')).toEqual(['t2', 't3']);
    expect(await teams.list(1, 't1')).toEqual([
      { id: 't2', name: 't2', members: [{ account_id: 'a', webhooks: true }] },
    ]);
  });

  it('make alerts of new members later than those that the team had before', async () => {
    const { teams, alerts, runs } = context.store;
    await addRecords(context.store, {
      accounts: [anAccount('a'), anAccount('b')],
      teams: [{ id: 't', name: 'T', members: [{ account_id: 'a', webhooks: false }] }],
      monitors: [
        aMonitor('m', { team_id: 't', every_minutes: null, next_run_at: null }),
        aMonitor('n', { owner_id: 'b', every_minutes: null, next_run_at: null }),
      ],
      runs: [aRun('r')],
      alerts: [anAlert('x', { team_id: 't', created_at: 5000 })],
    });
    await teams.setMember('t', { account_id: 'b', webhooks: false });
    const own = anAlert('y', { owner_id: 'b', monitor_id: 'n', run_id: 's', created_at: 12 });
    expect(
      await runs.record({
        run: aRun('s', { monitor_id: 'n', trigger: 'on_demand' }),
        alert: own,
        deliveries: [],
      }),
    ).toBe('stored');
    const viewer = { account_id: 'b', team_ids: ['t'] };
    const listed = await alerts.list(viewer, newestFirst);
    expect(listed.map(({ id }) => id)).toEqual(['y', 'x']);
  });

  it('leave their monitors and alerts to the owners when they are deleted', async () => {
    const { teams, monitors, accounts } = context.store;
    await addRecords(context.store, {
      accounts: [anAccount('a'), anAccount('b')],
      teams: [
        {
          id: 't',
          name: 'T',
          members: ['a', 'b'].map((account_id) => ({ account_id, webhooks: true })),
        },
      ],
      monitors: [aMonitor('m', { team_id: 't' })],
      runs: [aRun('r')],
      alerts: [anAlert('x', { team_id: 't' })],
    });
    await teams.delete('t');
    expect(await teams.get('t')).toBeUndefined();
    expect(await accounts.memberships('b')).toEqual([]);
    expect(await monitors.get('m')).toMatchObject({ owner_id: 'a', team_id: null });
    const idsFor = async (account_id: string) =>
      (await context.store.alerts.list({ account_id, team_ids: ['t'] }, newestFirst)).map(
        ({ id }) => id,
      );
    expect(await idsFor('a')).toEqual(['x']);
    expect(await idsFor('b')).toEqual([]);
  });
});
