import { type Command, Option } from 'commander';
import type { Admin } from 'newswatch/server';
import { didYouMean } from '../../../contract/did-you-mean.ts';
import { exitCode } from '../../errors/exit-code.ts';
import type { Shell } from '../../shell.ts';
import { addAdminCommand } from './admin-command.ts';
import { type PageFlags, pageOf, pageOptions } from './page-options.ts';

const fields = ['id', 'name', 'plan', 'plan_managed_by', 'disabled_at', 'created_at'];

/** Adds `admin accounts`: the accounts of a server. */
export function addAccounts(group: Command, shell: Shell): void {
  const accounts = group
    .command('accounts')
    .description('List, create, disable and delete accounts');
  addAdminCommand<PageFlags>(accounts, shell, {
    name: 'list',
    summary: 'List accounts, oldest first',
    examples: ['admin accounts list', 'admin accounts list --data ./data -f table'],
    options: pageOptions,
    list: 'accounts',
    run: (admin, _args, flags) => admin.accounts.list(pageOf(flags)),
  });
  addAdminCommand(accounts, shell, {
    name: 'get <account>',
    exitCodes: [exitCode.not_found],
    summary: 'Show an account',
    examples: ['admin accounts get acc_0123456789abcdef0123'],
    run: (admin, [id = '']) => admin.accounts.get(id),
  });
  addAdminCommand<{ plan: string }>(accounts, shell, {
    name: 'create <name>',
    fields,
    summary: 'Create an account',
    description:
      'Create an account. Then create a key for its programs (admin keys create), or a link for its human (admin sign-in).\nOnly an operator can change its plan.',
    examples: ['admin accounts create "Energy desk"', 'admin accounts create Guests --plan none'],
    options: [
      new Option(
        '--plan <plan>',
        'active, none (news and monitoring do not work), or another name, which can have quotas of its own (serve --quota)',
      ).default('active'),
    ],
    run: (admin, [name = ''], { plan }) =>
      withPlan(admin, shell, { plan }, () => admin.accounts.create({ name, plan })),
  });
  addAdminCommand(accounts, shell, {
    name: 'set-plan <account> <plan>',
    exitCodes: [exitCode.not_found],
    fields,
    summary: 'Set the plan of an account: active, none or another name',
    description:
      'Set the plan of an account: active, none, or another name, which can have quotas of its own (serve --quota\nbasic:monitors=20). From then on, its human cannot switch the plan on the pricing page. Without a plan, its\nmonitors do not run, and its queued deliveries are stopped for good.',
    examples: [
      'admin accounts set-plan acc_0123456789abcdef0123 active',
      'admin accounts set-plan acc_0123456789abcdef0123 basic',
    ],
    destroys: ([id = '', plan]) =>
      plan === 'none'
        ? {
            verb: 'End the plan of',
            noun: 'account',
            ids: [id],
            loss: 'Its queued deliveries are stopped for good.',
          }
        : undefined,
    run: (admin, [id = '', plan = '']) =>
      withPlan(admin, shell, { plan, id }, () => admin.accounts.setPlan(id, plan)),
  });
  addAdminCommand(accounts, shell, {
    name: 'disable <account>',
    exitCodes: [exitCode.not_found],
    fields,
    summary: 'Shut an account out',
    description:
      'Shut an account out of the API, MCP and the pages at once: its keys, assistants and sessions are refused, its\nmonitors do not run, and its queued deliveries are stopped for good. enable lets it in again.',
    examples: ['admin accounts disable acc_0123456789abcdef0123 --yes'],
    destroys: (ids) => ({
      verb: 'Disable',
      noun: 'account',
      ids,
      loss: 'Its queued deliveries are stopped for good.',
    }),
    run: (admin, [id = '']) => admin.accounts.disable(id),
  });
  addAdminCommand(accounts, shell, {
    name: 'enable <account>',
    exitCodes: [exitCode.not_found],
    fields,
    summary: 'Let a disabled account in again',
    description:
      'Let a disabled account in again, with its keys and assistants. People sign in with a new link.',
    examples: ['admin accounts enable acc_0123456789abcdef0123'],
    run: (admin, [id = '']) => admin.accounts.enable(id),
  });
  addAdminCommand(accounts, shell, {
    name: 'delete <account>',
    exitCodes: [exitCode.not_found],
    fields: ['deleted'],
    summary: 'Delete an account and what it owns',
    description:
      'Delete an account and what it owns: keys, sessions, assistants, monitors (also those of its teams), runs,\nalerts, connections, deliveries and briefings. No file of an SQLite store contains them afterwards. If it is\ninterrupted, run it again.',
    examples: ['admin accounts delete acc_0123456789abcdef0123 --yes'],
    destroys: (ids) => ({
      verb: 'Delete',
      noun: 'account',
      ids,
      loss: 'Its monitors, alerts and connections are deleted too. This cannot be undone.',
    }),
    run: async (admin, [id = '']) => ({ deleted: await admin.accounts.delete(id) }),
  });
}

/** Gives an account a plan, and warns if no other account has it: it may be a misspelling. */
async function withPlan<Result>(
  admin: Admin,
  shell: Shell,
  { plan, id }: { plan: string; id?: string },
  change: () => Promise<Result>,
): Promise<Result> {
  const known = [...new Set(['active', 'none', ...(await admin.accounts.plans(id))])];
  const result = await change();
  if (!known.includes(plan)) {
    shell.output.note(
      `newswatch: warning: no other account has the plan ${plan}${didYouMean(plan, known) || '.'} It is a paid plan: its quotas are those of serve --quota ${plan}:…, or else of all plans`,
    );
  }
  return result;
}
