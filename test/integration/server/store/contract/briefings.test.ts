import { beforeEach, expect, it } from 'vitest';
import { describeStores } from './describe-stores.ts';
import { anAccount } from './records.ts';

describeStores('briefings', (context) => {
  beforeEach(() => context.store.accounts.put(anAccount('a')));

  it('can be updated, and are listed newest first, then by id', async () => {
    const { briefings } = context.store;
    const aBriefing = (id: string, created_at: number, title = id) => ({
      id,
      account_id: 'a',
      title,
      summary: 'A summary',
      created_at,
    });
    await briefings.put(aBriefing('old', 1));
    await briefings.put(aBriefing('b', 5));
    await briefings.put(aBriefing('C', 5));
    await briefings.put(aBriefing('b', 9, 'Updated'));
    expect(await briefings.list('a')).toEqual([
      aBriefing('C', 5),
      aBriefing('b', 5, 'Updated'),
      aBriefing('old', 1),
    ]);
  });
});
