import type { Command } from 'commander';
import type { Admin } from 'newswatch/server';
import { bundles } from '../../bundles.ts';
import type { Shell } from '../../shell.ts';
import { adminFailure } from './admin-failure.ts';
import { type StoreFlags, withStore } from './with-store.ts';

/**
 * Calls `use` with the accounts, teams and keys of the store that the flags name.
 *
 * @throws {Failure} `cannot_open_store`, `not_found`, `invalid_value` or `change_refused`
 */
export function withAdmin<Result>(
  flags: StoreFlags,
  command: Command,
  shell: Shell,
  use: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  return withStore(flags, command, shell, async (location) => {
    const server = await bundles.server();
    const admin = await server.openAdmin(location);
    try {
      return await use(admin);
    } catch (error) {
      throw error instanceof server.AdminError ? adminFailure(error) : error;
    } finally {
      await admin.close();
    }
  });
}
