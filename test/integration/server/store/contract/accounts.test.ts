import { expect, it } from 'vitest';
import { anAccount } from './records.ts';
import { describeStores } from './store-under-test.ts';

describeStores('accounts', (under) => {
  it('are kept as they are put, and put anew with another name and plan', async () => {
    const { accounts } = under.store;
    await accounts.put(anAccount('a', { created_at: 5 }));
    await accounts.put(anAccount('a', { name: 'Ä\u{1f680}', plan: 'none', created_at: 9 }));
    expect(await accounts.get('a')).toEqual({
      id: 'a',
      name: 'Ä\u{1f680}',
      plan: 'none',
      created_at: 5,
    });
    expect(await accounts.get('b')).toBeUndefined();
  });

  it('change their plan', async () => {
    const { accounts } = under.store;
    await accounts.put(anAccount('a'));
    await accounts.setPlan('a', 'none');
    expect((await accounts.get('a'))?.plan).toBe('none');
  });

  it('have a first one, which is made where there is none', async () => {
    const { accounts } = under.store;
    expect(await accounts.ensureFirst(anAccount('z'))).toEqual(anAccount('z'));
    await accounts.put(anAccount('a', { created_at: 0 }));
    expect(await accounts.ensureFirst(anAccount('b'))).toEqual(anAccount('z'));
    expect(await accounts.get('b')).toBeUndefined();
  });

  it('have one first one though several processes make it at once', async () => {
    const stores = [under.store, await under.beside(), await under.beside()];
    const made = await Promise.all(
      stores.flatMap(({ accounts }, n) => [
        accounts.ensureFirst(anAccount(`a${n}`)),
        accounts.ensureFirst(anAccount(`b${n}`)),
      ]),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('belong to teams with exactly the members that were put last, by the team’s id', async () => {
    const { accounts } = under.store;
    for (const id of ['a', 'b']) await accounts.put(anAccount(id));
    await accounts.putTeam({ id: 'y', name: 'Y', members: [{ account_id: 'a', webhooks: true }] });
    await accounts.putTeam({
      id: 'B',
      name: 'B',
      members: [
        { account_id: 'a', webhooks: false },
        { account_id: 'b', webhooks: true },
      ],
    });
    expect(await accounts.memberships('a')).toEqual([
      { team_id: 'B', webhooks: false },
      { team_id: 'y', webhooks: true },
    ]);
    await accounts.putTeam({ id: 'B', name: 'B', members: [] });
    expect(await accounts.memberships('b')).toEqual([]);
  });

  it('leave a team as it was where one of its members is unknown', async () => {
    const { accounts } = under.store;
    await accounts.put(anAccount('a'));
    await accounts.putTeam({ id: 't', name: 'T', members: [{ account_id: 'a', webhooks: true }] });
    const members = [{ account_id: 'nobody', webhooks: true }];
    await expect(accounts.putTeam({ id: 't', name: 'T', members })).rejects.toThrow();
    expect(await accounts.memberships('a')).toEqual([{ team_id: 't', webhooks: true }]);
  });
});
