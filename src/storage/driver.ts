import { errorMessage } from '../node/error-message.ts';
import { requireInstalled } from '../node/package-files.ts';
import { loadBundledSqlite } from './bundled-sqlite.ts';
import { MissingPartsError } from './installed-parts.ts';
import type { SqliteConnection, SqliteDriver } from './sqlite-connection.ts';

/** @param options.readOnly whether the caller only reads */
export function openConnection(
  path: string,
  { readOnly = false }: { readOnly?: boolean } = {},
): SqliteConnection {
  const { DatabaseSync } = loadDriver();
  return new DatabaseSync(path, { readOnly });
}

/**
 * Loads the driver of this Node.js version: `node:sqlite`, and before Node 22.16
 * `@photostructure/sqlite` if it is installed, otherwise the library that this package contains.
 *
 * @param user what needs SQLite, such as `the server`
 * @throws {MissingPartsError} if there is no driver
 */
export function loadDriver(
  user = 'this',
  drivers: readonly (() => SqliteDriver | undefined)[] = [
    nodeSqlite,
    installedSqlite,
    loadBundledSqlite,
  ],
): SqliteDriver {
  let reason = '';
  for (const driver of drivers) {
    try {
      const loaded = driver();
      if (loaded) return loaded;
    } catch (error) {
      reason = `: ${errorMessage(error)}`;
    }
  }
  throw new MissingPartsError(
    `${user} needs SQLite${reason}; use Node.js 22.16 or later, or run: npm install @photostructure/sqlite@1`,
    ['@photostructure/sqlite'],
  );
}

function nodeSqlite(): SqliteDriver | undefined {
  const builtin = withoutWarnings(
    () => process.getBuiltinModule?.('node:sqlite') as SqliteDriver | undefined,
  );
  return builtin && hasIsTransaction(builtin) ? builtin : undefined;
}

/** Before Node 22.16, `node:sqlite` does not say whether a transaction is open. Instances have the property. */
function hasIsTransaction({ DatabaseSync }: SqliteDriver): boolean {
  const database = new DatabaseSync(':memory:');
  try {
    return 'isTransaction' in database;
  } finally {
    database.close();
  }
}

/** Throws if it is not installed, or has no binary for this platform. */
function installedSqlite(): SqliteDriver {
  return requireInstalled('@photostructure/sqlite');
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
