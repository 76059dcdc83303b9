import { beforeEach, expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { anAccount } from './records.ts';

const session = { hash: 's', account_id: 'a', created_at: 1, expires_at: 100 };
const link = { hash: 'l', account_id: 'a', expires_at: 50 };

describeStores('sessions', (context) => {
  beforeEach(() => addRecords(context.store, { accounts: [anAccount('a')] }));

  it('are found until they expire or are deleted', async () => {
    const { sessions } = context.store;
    await sessions.add(session);
    expect(await sessions.find('s', 99)).toEqual(session);
    expect(await sessions.find('s', 100)).toBeUndefined();
    await sessions.delete('s');
    expect(await (await context.openAgain()).sessions.find('s', 1)).toBeUndefined();
  });

  it('begin with a link that works once, across processes', async () => {
    const { sessions } = context.store;
    const other = await context.openAgain();
    await sessions.addLink(link);
    const taken = await Promise.all([
      sessions.takeLink('l', 2),
      other.sessions.takeLink('l', 2),
      other.sessions.takeLink('l', 2),
    ]);
    expect(taken.filter((each) => each !== undefined)).toEqual([link]);
  });

  it('do not begin with an expired link', async () => {
    const { sessions } = context.store;
    await sessions.addLink(link);
    expect(await sessions.takeLink('l', 50)).toBeUndefined();
  });
});
