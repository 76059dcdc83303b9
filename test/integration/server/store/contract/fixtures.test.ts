import { expect, it } from 'vitest';
import type { FixtureAddition, SeededRecord } from '../../../../../src/server/store/store.ts';
import { noRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { anAccount } from './records.ts';

const markOf = (id: string, declared: string): SeededRecord => ({ kind: 'accounts', id, declared });

function addition(id: string, changes: Partial<FixtureAddition> = {}): FixtureAddition {
  return {
    records: { ...noRecords, accounts: [anAccount(id)] },
    accountChanges: [],
    marks: [{ mark: markOf(id, '1') }],
    ...changes,
  };
}

describeStores('fixtures', (context) => {
  it('are stored with marks', async () => {
    const { fixtures, accounts } = context.store;
    expect(await fixtures.add(addition('a'))).toBe(true);
    expect(await fixtures.seeded()).toEqual([markOf('a', '1')]);
    expect(await accounts.get('a')).toMatchObject({ id: 'a' });
  });

  it('store nothing if another process has stored one of the records', async () => {
    const { fixtures, accounts } = context.store;
    await fixtures.add(addition('a'));
    const both = addition('b', {
      marks: [{ mark: markOf('b', '1') }, { mark: markOf('a', '1') }],
    });
    expect(await fixtures.add(both)).toBe(false);
    expect(await accounts.get('b')).toBeUndefined();
    expect(await fixtures.seeded()).toEqual([markOf('a', '1')]);
  });

  it('change an account unless another process has changed it', async () => {
    const { fixtures, accounts } = context.store;
    await fixtures.add(addition('a'));
    const change = (name: string, from: string, to: string): FixtureAddition => ({
      records: noRecords,
      accountChanges: [{ id: 'a', changes: { name, plan: 'none' } }],
      marks: [{ mark: markOf('a', to), previous: markOf('a', from) }],
    });
    expect(await fixtures.add(change('First', '1', '2'))).toBe(true);
    expect(await fixtures.add(change('Second', '1', '3'))).toBe(false);
    expect(await accounts.get('a')).toMatchObject({ name: 'First', plan: 'none' });
    expect(await fixtures.seeded()).toEqual([markOf('a', '2')]);
  });
});
