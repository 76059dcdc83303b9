import type { Command } from 'commander';
import type { Admin, AdminError } from 'newswatch/server';
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
    const server = await bundles.server();
    const admin = await server.openAdmin(location);
    try {
      return await use(admin);
    } catch (error) {
      throw error instanceof server.AdminError ? failureOf(error) : error;
    } finally {
      await admin.close();
    }
  });
}

const conflictHints: Readonly<Record<NonNullable<AdminError['conflict']>, string>> = {
  account_disabled: 'Run newswatch admin accounts enable with the id of the account',
  too_many_keys:
    'Revoke a key: see newswatch admin keys list, then run newswatch admin keys revoke',
  not_a_member: 'See the members of the team: newswatch admin teams get',
};

function failureOf({ code, message, conflict }: AdminError): Failure {
  switch (code) {
    case 'not_found':
      return new Failure('not_found', message, {
        hint: 'See newswatch admin accounts list, admin teams list and admin keys list',
      });
    case 'invalid':
      return invalidInput(message);
    case 'conflict':
      return new Failure('change_refused', message, { hint: conflict && conflictHints[conflict] });
  }
}
