import { expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { aChannel, aDelivery, anAccount } from './records.ts';

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
