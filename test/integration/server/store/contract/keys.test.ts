import { beforeEach, expect, it } from 'vitest';
import type { ApiKeyRecord } from '../../../../../src/server/store/store.ts';
import { anAccount } from './records.ts';
import { describeStores } from './store-under-test.ts';

function aKey(id: string, created_at = 1): ApiKeyRecord {
  return { id, account_id: 'a', hash: `hash of ${id}`, name: `key ${id}`, created_at };
}

describeStores('keys', (under) => {
  beforeEach(() => under.store.accounts.put(anAccount('a')));

  it('tell by their hash whose they are, with the plan as it is now', async () => {
    const { accounts, keys } = under.store;
    await keys.ensure(aKey('k'));
    expect(await keys.holder('hash of k')).toEqual(anAccount('a'));
    expect(await keys.holder('hash of x')).toBeUndefined();
    await accounts.setPlan('a', 'none');
    expect(await keys.holder('hash of k')).toEqual({ ...anAccount('a'), plan: 'none' });
  });

  it('are ensured once by their hash', async () => {
    const { keys } = under.store;
    await keys.ensure(aKey('k'));
    await keys.ensure({ ...aKey('other'), hash: 'hash of k' });
    expect(await keys.list('a')).toEqual([aKey('k')]);
  });

  it('are listed with the oldest first, and those of one time as they came', async () => {
    const { keys } = under.store;
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

  it('are revoked once, by their account alone, and gone for every process at once', async () => {
    const { keys } = under.store;
    const other = await under.beside();
    await keys.ensure(aKey('k'));
    expect(await other.keys.holder('hash of k')).toEqual(anAccount('a'));
    expect(await keys.revoke('k', 'b', 5)).toBe(false);
    expect(await keys.revoke('k', 'a', 5)).toBe(true);
    expect(await other.keys.holder('hash of k')).toBeUndefined();
    expect(await other.keys.list('a')).toEqual([]);
    expect(await other.keys.revoke('k', 'a', 6)).toBe(false);
  });

  it('have a first one, and only one though several processes make it at once', async () => {
    const stores = [under.store, await under.beside(), await under.beside()];
    const stored = await Promise.all(
      stores.flatMap(({ keys }, n) => [
        keys.ensureFirst(aKey(`a${n}`)),
        keys.ensureFirst(aKey(`b${n}`)),
      ]),
    );
    expect(stored.filter(Boolean)).toHaveLength(1);
    const [only, ...others] = await under.store.keys.list('a');
    expect(others).toEqual([]);
    await under.store.keys.revoke(only?.id ?? '', 'a', 9);
    expect(await under.store.keys.ensureFirst(aKey('later'))).toBe(false);
  });
});
