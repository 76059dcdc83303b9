import type { Command } from 'commander';
import type { Admin } from 'newswatch/server';
import { bundles } from '../../bundles.ts';
import { Failure, invalidInput } from '../../errors/failure.ts';
import type { Shell } from '../../shell.ts';
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
    const { openAdmin, AdminError } = await bundles.server();
    const admin = await openAdmin(location);
    try {
      return await use(admin);
    } catch (error) {
      throw error instanceof AdminError ? failureOf(error) : error;
    } finally {
      await admin.close();
    }
  });
}

function failureOf({ code, message }: { code: string; message: string }): Failure {
  switch (code) {
    case 'not_found':
      return new Failure('not_found', message, {
        hint: 'See newswatch admin accounts list, admin teams list and admin keys list',
      });
    case 'invalid':
      return invalidInput(message);
    default:
      return new Failure('change_refused', message);
  }
}
