import { errorMessage } from '../node/error-message.ts';
import type { Log } from '../node/log.ts';
import { StoreUnavailable } from '../storage/store-unavailable.ts';
import type { Unreadiness } from './readiness.ts';
import type { Store } from './store/store.ts';

const storeUnavailable: Unreadiness = { reason: 'store', message: 'the store is unavailable' };
const diskFull: Unreadiness = { reason: 'disk_full', message: 'the disk of the store is full' };

/**
 * Finds out whether the store can be used. Callers of `/readyz` see only the kind of a problem; the
 * log gets its details, once until they change.
 */
export class StoreCheck {
  readonly #store: Pick<Store, 'ping' | 'checkDisk'>;
  readonly #log: Log;
  #loggedReason: string | undefined;

  constructor(store: Pick<Store, 'ping' | 'checkDisk'>, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  async problems(): Promise<Unreadiness[]> {
    try {
      await this.#store.ping();
      await this.#store.checkDisk();
      if (this.#loggedReason !== undefined) this.#log('info', 'store available');
      this.#loggedReason = undefined;
      return [];
    } catch (error) {
      const reason = errorMessage(error);
      if (reason !== this.#loggedReason) this.#log('warn', 'store unavailable', { reason });
      this.#loggedReason = reason;
      return [error instanceof StoreUnavailable && error.isDiskFull ? diskFull : storeUnavailable];
    }
  }
}
