import { beforeEach, expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { aKey, anAccount } from './records.ts';

describeStores('keys', (context) => {
  beforeEach(() => addRecords(context.store, { accounts: [anAccount('a')] }));

  it('belong to an account, which is found by their hash with its current plan', async () => {
    const { accounts, keys } = context.store;
    await keys.ensure(aKey('k'));
    expect(await keys.holder('hash of k')).toEqual(anAccount('a'));
    expect(await keys.holder('hash of x')).toBeUndefined();
    await accounts.setPlan('a', 'none');
    expect(await keys.holder('hash of k')).toMatchObject({ id: 'a', plan: 'none' });
  });

  it('are stored once per hash', async () => {
    const { keys } = context.store;
    await keys.ensure(aKey('k'));
    await keys.ensure({ ...aKey('other'), hash: 'hash of k' });
    expect(await keys.list('a')).toEqual([{ ...aKey('k'), last_used_at: null }]);
  });

  it('are listed oldest first, then in the order of their creation', async () => {
    const { keys } = context.store;
    for (const [id, at] of [
      ['z', 2],
      ['y', 2],
      ['x', 1],
    ] as const) {
      await keys.ensure(aKey(id, at));
    }
    expect((await keys.list('a')).map(({ id }) => id)).toEqual(['x', 'z', 'y']);
    expect(await keys.list('b')).toEqual([]);
  });

  it('can be revoked once, only by their account, and other processes see it', async () => {
    const { keys } = context.store;
    const other = await context.openAgain();
    await keys.ensure(aKey('k'));
    expect(await other.keys.holder('hash of k')).toEqual(anAccount('a'));
    expect(await keys.revoke('k', 'b', 5)).toBe(false);
    expect(await keys.revoke('k', 'a', 5)).toBe(true);
    expect(await other.keys.holder('hash of k')).toBeUndefined();
    expect(await other.keys.list('a')).toEqual([]);
    expect(await other.keys.revoke('k', 'a', 6)).toBe(false);
  });

  it('are created up to a number for each account, not counting revoked ones', async () => {
    const { keys } = context.store;
    await addRecords(context.store, { accounts: [anAccount('b')] });
    const other = await context.openAgain();
    const created = await Promise.all(
      ['k', 'l', 'm', 'n'].flatMap((id) => [
        keys.create(aKey(`${id}1`), 3),
        other.keys.create(aKey(`${id}2`), 3),
      ]),
    );
    expect(created.filter(Boolean)).toHaveLength(3);
    const stored = await keys.list('a');
    expect(stored).toHaveLength(3);
    expect(await keys.create({ ...aKey('of b'), account_id: 'b' }, 3)).toBe(true);
    await keys.revoke(stored[0]?.id ?? '', 'a', 9);
    expect(await keys.create(aKey('next'), 3)).toBe(true);
    expect(await keys.create(aKey('beyond'), 3)).toBe(false);
  });

  it('creates one first key when several processes do so at once', async () => {
    const stores = [context.store, await context.openAgain(), await context.openAgain()];
    const stored = await Promise.all(
      stores.flatMap(({ keys }, n) => [
        keys.ensureFirst(aKey(`a${n}`)),
        keys.ensureFirst(aKey(`b${n}`)),
      ]),
    );
    expect(stored.filter(Boolean)).toHaveLength(1);
    const [only, ...others] = await context.store.keys.list('a');
    expect(others).toEqual([]);
    await context.store.keys.revoke(only?.id ?? '', 'a', 9);
    expect(await context.store.keys.ensureFirst(aKey('later'))).toBe(false);
  });

  it('have the time of their last use', async () => {
    const { keys } = context.store;
    for (const id of ['k', 'l', 'm']) await keys.ensure(aKey(id));
    const use = (id: string, used_at: number) => ({ hash: `hash of ${id}`, used_at });
    await keys.setLastUsed([use('k', 5), use('m', 6), use('unknown', 7)]);
    const times = (await keys.list('a')).map(({ last_used_at }) => last_used_at);
    expect(times).toEqual([5, null, 6]);
  });
});
