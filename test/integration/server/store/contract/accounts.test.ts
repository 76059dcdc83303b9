import { expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { aChannel, aDelivery, aKey, aMonitor, anAccount, aRun } from './records.ts';

describeStores('accounts', (context) => {
  it('can be stored', async () => {
    const { accounts } = context.store;
    const account = anAccount('a', { name: 'Ä\u{1f680}', plan: 'none', created_at: 5 });
    await addRecords(context.store, { accounts: [account] });
    expect(await accounts.get('a')).toEqual(account);
    expect(await accounts.get('b')).toBeUndefined();
  });

  it('can change their plan', async () => {
    const { accounts } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a')] });
    await accounts.setPlan('a', 'none');
    expect((await accounts.get('a'))?.plan).toBe('none');
    await addRecords(context.store, { accounts: [anAccount('b'), anAccount('c')] });
    expect((await accounts.plans()).sort()).toEqual(['active', 'none']);
  });

  it('can change fields of their profile', async () => {
    const { accounts } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a')] });
    await addRecords(context.store, { accounts: [anAccount('b')] });
    const profile = {
      name: 'Zoë',
      time_zone: 'Europe/Berlin',
      language: 'de',
      briefing: 'weekly',
      briefing_time: '23:59',
      briefing_day: 'sunday',
    } as const;
    const stored = anAccount('a', profile);
    expect(await accounts.setProfile('a', profile)).toEqual(stored);
    expect(await accounts.setProfile('a', { name: undefined })).toEqual(stored);
    expect(await accounts.get('a')).toEqual(stored);
    expect(await accounts.get('b')).toEqual(anAccount('b'));
    expect(await accounts.setProfile('c', profile)).toBeUndefined();
  });

  it('keep concurrent changes of different fields of their profile', async () => {
    const { accounts } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a')] });
    const other = (await context.openAgain()).accounts;
    await Promise.all([
      accounts.setProfile('a', { time_zone: 'Asia/Tokyo' }),
      other.setProfile('a', { language: 'ja' }),
      accounts.setProfile('a', { briefing: 'off' }),
      other.setProfile('a', { briefing_time: '05:30' }),
    ]);
    expect(await accounts.get('a')).toMatchObject({
      time_zone: 'Asia/Tokyo',
      language: 'ja',
      briefing: 'off',
      briefing_time: '05:30',
    });
  });

  it('stop their queued deliveries for good when the plan ends, and no others', async () => {
    const { accounts, channels, outbox } = context.store;
    for (const id of ['a', 'b']) {
      await addRecords(context.store, { accounts: [anAccount(id)] });
      await channels.create(aChannel(`c of ${id}`, { account_id: id }));
      const delivery = { account_id: id, channel_id: `c of ${id}` };
      for (const n of [1, 2]) await outbox.add(aDelivery(`${id}${n}`, delivery));
    }
    const states = async (id: string) =>
      (await outbox.list(id, 9)).map(({ status, due_at, last_error }) => [
        status,
        due_at,
        last_error,
      ]);
    const waiting = ['pending', 1, null];
    const stopped = ['stopped', null, 'plan_lapsed'];
    await accounts.setPlan('a', 'active');
    expect(await states('a')).toEqual([waiting, waiting]);
    await accounts.setPlan('a', 'none');
    expect(await states('a')).toEqual([stopped, stopped]);
    expect(await states('b')).toEqual([waiting, waiting]);
    await accounts.setPlan('b', 'none');
    await accounts.setPlan('a', 'active');
    expect(await states('b')).toEqual([stopped, stopped]);
    expect(await states('a')).toEqual([stopped, stopped]);
  });

  it('are switched by their users until the operator sets their plan', async () => {
    const { accounts } = context.store;
    await accounts.create(anAccount('a'));
    expect(await accounts.switchPlan('a', 'none')).toBe(true);
    expect(await accounts.get('a')).toEqual(anAccount('a', { plan: 'none' }));
    await accounts.setPlan('a', 'none');
    expect(await accounts.switchPlan('a', 'active')).toBe(false);
    const ofOperator = { plan: 'none', plan_managed_by: 'operator' } as const;
    expect(await accounts.get('a')).toEqual(anAccount('a', ofOperator));
  });

  it('are listed oldest first, after one if it is given', async () => {
    const { accounts } = context.store;
    for (const id of ['c', 'a', 'b']) await accounts.create(anAccount(id));
    const idsOf = async (...args: Parameters<typeof accounts.list>) =>
      (await accounts.list(...args)).map(({ id }) => id);
    expect(await idsOf(2)).toEqual(['c', 'a']);
    const [first, second, third] = await accounts.list(3);
    expect(first).toEqual({ ...anAccount('c'), sequence: expect.any(Number) });
    await context.store.accountRemoval.deleteAccount('a');
    expect(await idsOf(9, second?.sequence)).toEqual(['b']);
    expect(await idsOf(9, third?.sequence)).toEqual([]);
    await expect(accounts.create(anAccount('b'))).rejects.toThrow();
  });

  it('lose their keys, grants, sessions and queued deliveries when they are disabled', async () => {
    const { accounts, channels, outbox, keys, sessions, oauth } = context.store;
    for (const id of ['a', 'b']) {
      await addRecords(context.store, { accounts: [anAccount(id)] });
      await keys.ensure(aKey(`k${id}`, 1, id));
      await sessions.addLink({ hash: `l${id}`, account_id: id, expires_at: 9 });
      await sessions.add({ hash: `s${id}`, account_id: id, created_at: 1, expires_at: 9 });
      await oauth.putClient({ id: `c${id}`, name: null, metadata: '', address: '', created_at: 1 });
      await oauth.putGrant({
        id: `g${id}`,
        account_id: id,
        client_id: `c${id}`,
        payload: '{}',
        created_at: 1,
        expires_at: 9,
      });
      await channels.create(aChannel(`c of ${id}`, { account_id: id }));
      await outbox.add(aDelivery(`d${id}`, { account_id: id, channel_id: `c of ${id}` }));
    }
    const openFor = async (id: string) => ({
      key: (await keys.holder(`hash of k${id}`))?.id,
      session: (await sessions.find(`s${id}`, 2))?.account_id,
      grant: (await oauth.getGrant(`g${id}`, 2))?.account_id,
      delivery: (await outbox.list(id, 9)).map(({ last_error }) => last_error),
    });
    const open = (id: string) => ({ key: id, session: id, grant: id, delivery: [null] });
    await accounts.disable('a', 5);
    const shut = { key: undefined, session: undefined, grant: undefined };
    expect(await openFor('a')).toEqual({ ...shut, delivery: ['account_disabled'] });
    expect(await sessions.takeLink('la', 2)).toBeUndefined();
    expect(await openFor('b')).toEqual(open('b'));
    expect((await accounts.get('a'))?.disabled_at).toBe(5);
    await accounts.disable('a', 7);
    expect((await accounts.get('a'))?.disabled_at).toBe(5);
    await accounts.enable('a');
    expect(await openFor('a')).toEqual({
      ...open('a'),
      session: undefined,
      delivery: ['account_disabled'],
    });
  });

  it('get no sign-in link that was made while they were disabled', async () => {
    const { accounts, sessions } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a')] });
    await accounts.disable('a', 5);
    await sessions.addLink({ hash: 'l', account_id: 'a', expires_at: 9 });
    await sessions.add({ hash: 's', account_id: 'a', created_at: 1, expires_at: 9 });
    expect(await sessions.takeLink('l', 6)).toBeUndefined();
    expect(await sessions.find('s', 6)).toBeUndefined();
  });

  it('have no events and no runs while they are disabled', async () => {
    const { accounts, channels, monitors, runs } = context.store;
    await addRecords(context.store, {
      accounts: [anAccount('a')],
      monitors: [aMonitor('m')],
      channels: [aChannel('c')],
    });
    await accounts.disable('a', 5);
    const monitor = { id: 'm', owner_id: 'a', team_id: null };
    expect(await channels.covering(monitor)).toEqual([]);
    const run = aRun('r', { trigger: 'on_demand' });
    expect(await runs.record({ run, deliveries: [] })).toBe('not_entitled');
    const [claimed] = await monitors.claimDue(2000, 9000, 1);
    const tick = { lease_token: claimed?.lease_token ?? '', next_run_at: 3000 };
    const quiet = { id: 'q', monitor_id: 'm', started_at: 2000, finished_at: 2000 };
    expect(await runs.recordQuiet([{ run: quiet, tick }])).toBe(true);
    expect(await monitors.get('m')).toMatchObject({ next_run_at: 3000, last_run_at: null });
    await accounts.enable('a');
    expect(await channels.covering(monitor)).toHaveLength(1);
    expect(await runs.record({ run, deliveries: [] })).toBe('stored');
  });

  it('creates a first account only if there is none', async () => {
    const { accounts } = context.store;
    expect(await accounts.ensureFirst(anAccount('z'))).toEqual(anAccount('z'));
    await addRecords(context.store, { accounts: [anAccount('a', { created_at: 0 })] });
    expect(await accounts.ensureFirst(anAccount('b'))).toEqual(anAccount('z'));
    expect(await accounts.get('b')).toBeUndefined();
  });

  it('creates one first account when several processes do so at once', async () => {
    const stores = [context.store, await context.openAgain(), await context.openAgain()];
    const made = await Promise.all(
      stores.flatMap(({ accounts }, n) => [
        accounts.ensureFirst(anAccount(`a${n}`)),
        accounts.ensureFirst(anAccount(`b${n}`)),
      ]),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('have the team memberships that were stored last, ordered by team id', async () => {
    const { accounts } = context.store;
    for (const id of ['a', 'b']) await addRecords(context.store, { accounts: [anAccount(id)] });
    await addRecords(context.store, {
      teams: [{ id: 'y', name: 'Y', members: [{ account_id: 'a', webhooks: true }] }],
    });
    await addRecords(context.store, {
      teams: [
        {
          id: 'B',
          name: 'B',
          members: [
            { account_id: 'a', webhooks: false },
            { account_id: 'b', webhooks: true },
          ],
        },
      ],
    });
    expect(await accounts.memberships('a')).toEqual([
      { team_id: 'B', webhooks: false },
      { team_id: 'y', webhooks: true },
    ]);
    await addRecords(context.store, { teams: [{ id: 'B', name: 'B', members: [] }] });
    expect(await accounts.memberships('b')).toEqual([]);
  });

  it('does not change a team if one of the new members is unknown', async () => {
    const { accounts } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a')] });
    await addRecords(context.store, {
      teams: [{ id: 't', name: 'T', members: [{ account_id: 'a', webhooks: true }] }],
    });
    const members = [{ account_id: 'nobody', webhooks: true }];
    await expect(
      addRecords(context.store, { teams: [{ id: 't', name: 'T', members }] }),
    ).rejects.toThrow();
    expect(await accounts.memberships('a')).toEqual([{ team_id: 't', webhooks: true }]);
  });
});
