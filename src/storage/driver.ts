import { createRequire } from 'node:module';
import type Wasm from 'node-sqlite3-wasm';
import { assertInstalled, type Part } from './installed-parts.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { WasmConnection } from './wasm-connection.ts';

interface NodeSqlite {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => SqliteConnection;
}

const require = createRequire(import.meta.url);

/**
 * Opens a connection with the first driver that is installed: `node:sqlite`, and before Node 22.16
 * `@photostructure/sqlite` or `node-sqlite3-wasm`.
 *
 * @param options.readOnly whether the caller only reads
 * @throws {MissingPartsError} if there is no driver
 */
export function openConnection(
  path: string,
  { readOnly = false }: { readOnly?: boolean } = {},
): SqliteConnection {
  const native = nativeDriver();
  if (native) return new native.DatabaseSync(path, { readOnly });
  assertDriver();
  return new WasmConnection(require('node-sqlite3-wasm') as typeof Wasm, path);
}

/**
 * @param user what needs SQLite
 * @param parts what else it needs
 * @throws {MissingPartsError} if there is no driver, or one of the parts is not installed
 */
export function assertDriver(
  user = 'SQLite before Node.js 22.16',
  parts: readonly Part[] = [],
): void {
  assertInstalled(user, nativeDriver() ? parts : [...parts, 'node-sqlite3-wasm']);
}

function nativeDriver(): NodeSqlite | undefined {
  const builtin = withoutWarnings(
    () => process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined,
  );
  // Before Node 22.16, the built-in driver does not say whether a transaction is open.
  if (builtin && 'isTransaction' in builtin.DatabaseSync.prototype) return builtin;
  try {
    return require('@photostructure/sqlite') as NodeSqlite;
  } catch {
    // Not installed, or without a binary for this platform.
    return undefined;
  }
}

/** Node 22 and 24 warn when they load their SQLite, because its interface may still change. */
function withoutWarnings<Result>(work: () => Result): Result {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
