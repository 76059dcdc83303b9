import { errorMessage } from '../node/error-message.ts';
import { StoreUnavailable } from '../storage/store-unavailable.ts';
import type { Unreadiness } from './readiness.ts';
import type { Store } from './store/store.ts';

/** Why the store cannot be used. */
export async function storeProblems(store: Store): Promise<Unreadiness[]> {
  try {
    await store.ping();
    await store.checkDisk();
    return [];
  } catch (error) {
    const isDiskFull = error instanceof StoreUnavailable && error.isDiskFull;
    return [{ reason: isDiskFull ? 'disk_full' : 'store', message: errorMessage(error) }];
  }
}
