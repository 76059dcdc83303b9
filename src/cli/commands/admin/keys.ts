import { type Command, Option } from 'commander';
import { exitCode } from '../../errors/exit-code.ts';
import type { Shell } from '../../shell.ts';
import { addAdminCommand } from './admin-command.ts';

/** Adds `admin keys`: the API keys of accounts. */
export function addKeys(group: Command, shell: Shell): void {
  const keys = group.command('keys').description('Create, list and revoke API keys');
  addAdminCommand(keys, shell, {
    name: 'list <account>',
    exitCodes: [exitCode.not_found],
    summary: 'List the API keys of an account',
    examples: ['admin keys list acc_0123456789abcdef0123'],
    list: 'keys',
    run: async (admin, [account = '']) => ({ keys: await admin.keys.list(account) }),
  });
  addAdminCommand<{ name: string }>(keys, shell, {
    name: 'create <account>',
    exitCodes: [exitCode.not_found],
    fields: ['id', 'account_id', 'name', 'masked', 'created_at', 'last_used_at', 'api_key'],
    summary: 'Create an API key for an account',
    description: 'Create an API key for an account, and print it. It cannot be shown again.',
    examples: ['admin keys create acc_0123456789abcdef0123 --name "nightly job" -q .api_key'],
    options: [new Option('--name <name>', 'what the key is for').makeOptionMandatory()],
    run: (admin, [account = ''], { name }) => admin.keys.create(account, name),
  });
  addAdminCommand(keys, shell, {
    name: 'revoke <key>',
    exitCodes: [exitCode.not_found],
    fields: ['revoked'],
    summary: 'Revoke an API key',
    description: 'Revoke an API key by its id. Requests with it are rejected from now on.',
    examples: ['admin keys revoke key_0123456789abcdef0123 --yes'],
    destroys: (ids) => ({ verb: 'Revoke', noun: 'API key', ids, loss: 'This cannot be undone.' }),
    run: async (admin, [id = '']) => {
      await admin.keys.revoke(id);
      return { revoked: { id } };
    },
  });
}
