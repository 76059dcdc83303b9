import { type Command, Option } from 'commander';
import { exitCode } from '../../errors/exit-code.ts';
import type { Shell } from '../../shell.ts';
import { addAdminCommand } from './admin-command.ts';
import { type PageFlags, pageOf, pageOptions } from './page-options.ts';

const fields = ['id', 'name', 'members'];

/** Adds `admin teams`: the teams of a server and their members. */
export function addTeams(group: Command, shell: Shell): void {
  const teams = group
    .command('teams')
    .description('List, create and delete teams, and set their members');
  addAdminCommand<PageFlags>(teams, shell, {
    name: 'list',
    summary: 'List teams with their members',
    examples: ['admin teams list'],
    options: pageOptions,
    list: 'teams',
    run: (admin, _args, flags) => admin.teams.list(pageOf(flags)),
  });
  addAdminCommand(teams, shell, {
    name: 'get <team>',
    exitCodes: [exitCode.not_found],
    summary: 'Show a team with its members',
    examples: ['admin teams get team_0123456789abcdef0123'],
    run: (admin, [id = '']) => admin.teams.get(id),
  });
  addAdminCommand(teams, shell, {
    name: 'create <name>',
    fields,
    summary: 'Create a team',
    examples: ['admin teams create "Energy desk"'],
    run: (admin, [name = '']) => admin.teams.create(name),
  });
  addAdminCommand<{ webhooks?: boolean }>(teams, shell, {
    name: 'set-member <team> <account>',
    exitCodes: [exitCode.not_found],
    fields,
    summary: 'Add an account to a team, or change its permission',
    description:
      'Add an account to a team, or change its permission. Members see the monitors and alerts of the team. Only those\nwith --webhooks may connect them to webhooks. --no-webhooks takes the permission away: their connections get no more\nevents of the team, and queued deliveries are stopped for good. Without either, an existing member keeps what it\nhas.',
    examples: [
      'admin teams set-member team_0123456789abcdef0123 acc_0123456789abcdef0123 --webhooks',
    ],
    options: [
      new Option('--webhooks', 'let the account connect monitors of the team to webhooks'),
      new Option('--no-webhooks', 'do not let it; default for a new member'),
    ],
    run: (admin, [team = '', account_id = ''], { webhooks }) =>
      admin.teams.setMember(team, { account_id, webhooks }),
  });
  addAdminCommand(teams, shell, {
    name: 'remove-member <team> <account>',
    exitCodes: [exitCode.not_found],
    fields,
    summary: 'Remove an account from a team',
    description:
      'Remove an account from a team. Its monitors stay with the team, and it can still see and change those\nthat it owns. Queued deliveries of monitors of the team to its connections are stopped for good.',
    examples: [
      'admin teams remove-member team_0123456789abcdef0123 acc_0123456789abcdef0123 --yes',
    ],
    destroys: ([, id = '']) => ({
      verb: 'Remove',
      noun: 'member',
      ids: [id],
      loss: 'Its queued deliveries of monitors of the team are stopped for good. Its monitors stay with the team.',
    }),
    run: (admin, [team = '', account = '']) => admin.teams.removeMember(team, account),
  });
  addAdminCommand(teams, shell, {
    name: 'delete <team>',
    exitCodes: [exitCode.not_found],
    fields: ['deleted'],
    summary: 'Delete a team',
    description: 'Delete a team. Its monitors and alerts become those of their owners only.',
    examples: ['admin teams delete team_0123456789abcdef0123 --yes'],
    destroys: (ids) => ({
      verb: 'Delete',
      noun: 'team',
      ids,
      loss: 'Its monitors and alerts stay with their owners; other members no longer see them.',
    }),
    run: async (admin, [id = '']) => {
      await admin.teams.delete(id);
      return { deleted: { id } };
    },
  });
}
