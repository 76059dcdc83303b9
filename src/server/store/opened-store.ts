import type { Store } from './store.ts';

/** A store, and where it is as people may be shown: an address comes without its password. */
export interface OpenedStore {
  store: Store;
  shown: string;
}
