import { expect, it } from 'vitest';
import { describeStores } from './describe-stores.ts';

describeStores('a store', (context) => {
  it('responds to a ping', async () => {
    await expect(context.store.ping()).resolves.toBeUndefined();
  });
});
