import type { AdminError } from 'newswatch/server';
import { Failure, invalidInput } from '../../errors/failure.ts';

const conflictHints: Readonly<Record<NonNullable<AdminError['conflict']>, string>> = {
  account_disabled: 'Run newswatch admin accounts enable with the id of the account',
  too_many_keys:
    'Revoke a key: see newswatch admin keys list, then run newswatch admin keys revoke',
  not_a_member: 'See the members of the team: newswatch admin teams get',
};

/** The failure of a command for an error of the operator's functions. */
export function adminFailure({ code, message, conflict }: AdminError): Failure {
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
