import type { Command } from 'commander';
import { type GlobalFlags, settingValues } from '../../config/settings.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { invalidInput } from '../../errors/failure.ts';
import type { Shell } from '../../shell.ts';
import { addAdminCommand } from './admin-command.ts';

/** Adds `admin sign-in`: a link that signs a person in. */
export function addSignIn(group: Command, shell: Shell): void {
  addAdminCommand<GlobalFlags>(group, shell, {
    name: 'sign-in <account>',
    exitCodes: [exitCode.not_found],
    fields: ['url', 'expires_at'],
    summary: 'Create a link that signs a person in to an account',
    description: `Create a link to the pages of an account: its keys, assistants, connections, plan and profile. It works once,\nwithin an hour. --base-url or SERVICE_BASE_URL names the server.`,
    examples: ['admin sign-in acc_0123456789abcdef0123 --base-url https://news.example.com'],
    run: async (admin, [account = ''], flags) => {
      const { base_url } = await settingValues(flags, shell.env);
      const origin = base_url[0]?.value;
      if (origin === undefined) {
        throw invalidInput(
          'the link needs the address of the server',
          'Add --base-url, such as http://127.0.0.1:8787 for newswatch serve without flags, or set SERVICE_BASE_URL',
        );
      }
      return admin.signIn(account, new URL(origin).origin);
    },
  });
}
