import { createRequire } from 'node:module';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { StoreUnavailable } from './store-unavailable.ts';

interface Driver {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => DatabaseSyncInstance;
}

/** Loads the bundled driver, or Node's own if the optional dependency is not installed. */
export function loadDriver(): Driver {
  const require = createRequire(import.meta.url);
  try {
    return require('@photostructure/sqlite') as Driver;
  } catch (cause) {
    const builtin = process.getBuiltinModule?.('node:sqlite') as Driver | undefined;
    if (builtin) return builtin;
    throw new StoreUnavailable(
      'SQLite is missing: install the optional dependency @photostructure/sqlite, or use a Node with node:sqlite',
      { cause },
    );
  }
}
