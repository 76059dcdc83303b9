import type { Command } from 'commander';
import { userFolders } from '../../config/user-folders.ts';
import { Failure, failureOf } from '../../errors/failure.ts';
import type { Shell } from '../../shell.ts';
import { resolveDatabase } from '../serve/database.ts';

export interface StoreFlags {
  data?: string;
  database?: string;
}

/** Adds the flags that name the store of a server. */
export function addStoreFlags(command: Command): Command {
  return command
    .option('--data <folder>', 'data folder of the server (default: your data folder; see doctor)')
    .option('--database <url>', 'PostgreSQL database of the server (env: DATABASE_URL)');
}

/**
 * Calls `use` with the location of the store that the flags name.
 *
 * @throws {Failure} `cannot_open_store` if the store cannot be used
 */
export async function withStore<Result>(
  flags: StoreFlags,
  command: Command,
  shell: Shell,
  use: (location: { data: string; database: string | undefined }) => Promise<Result>,
): Promise<Result> {
  const database = await resolveDatabase(flags, command, shell);
  const data = flags.data ?? (await userFolders()).data;
  try {
    return await use({ data, database });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'StoreUnavailable') throw failureOf(error);
    throw new Failure('cannot_open_store', error.message, {
      hint: hintFor(error, database),
      cause: error,
    });
  }
}

/** Returns `undefined` for the hint of the error code. */
function hintFor(error: Error, database: string | undefined): string | undefined {
  if (database === undefined) return undefined;
  return 'isUnreachable' in error && error.isUnreachable === true
    ? 'Check that the database runs and can be reached, and the address in --database or DATABASE_URL'
    : 'Check that --database or DATABASE_URL names the database of the server';
}
