import { expect, it } from 'vitest';
import { describeStores } from './describe-stores.ts';
import { anAccount } from './records.ts';

describeStores('accounts', (context) => {
  it('can be stored, and stored again with another name and plan', async () => {
    const { accounts } = context.store;
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

  it('can change their plan', async () => {
    const { accounts } = context.store;
    await accounts.put(anAccount('a'));
    await accounts.setPlan('a', 'none');
    expect((await accounts.get('a'))?.plan).toBe('none');
  });

  it('creates a first account only if there is none', async () => {
    const { accounts } = context.store;
    expect(await accounts.ensureFirst(anAccount('z'))).toEqual(anAccount('z'));
    await accounts.put(anAccount('a', { created_at: 0 }));
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

  it('does not change a team if one of the new members is unknown', async () => {
    const { accounts } = context.store;
    await accounts.put(anAccount('a'));
    await accounts.putTeam({ id: 't', name: 'T', members: [{ account_id: 'a', webhooks: true }] });
    const members = [{ account_id: 'nobody', webhooks: true }];
    await expect(accounts.putTeam({ id: 't', name: 'T', members })).rejects.toThrow();
    expect(await accounts.memberships('a')).toEqual([{ team_id: 't', webhooks: true }]);
  });
});
