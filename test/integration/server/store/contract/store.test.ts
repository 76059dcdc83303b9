import { expect, it } from 'vitest';
import { describeStores } from './store-under-test.ts';

describeStores('a store', (under) => {
  it('responds to a ping', async () => {
    await expect(under.store.ping()).resolves.toBeUndefined();
  });
});
