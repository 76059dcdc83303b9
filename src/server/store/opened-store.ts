import type { Store } from './store.ts';

export interface OpenedStore {
  store: Store;
  /** The data folder, or the database URL without its password: for output and logs. */
  shown: string;
}
