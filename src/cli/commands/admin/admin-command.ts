import type { Command, Option } from 'commander';
import type { Admin } from 'newswatch/server';
import type { ExitCode } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import { openPrinter } from '../../output/print-document.ts';
import { withOutputOptions, yesOption } from '../../run/command-options.ts';
import type { ConfirmFlags, Destruction } from '../../run/confirm.ts';
import type { Shell } from '../../shell.ts';
import { addStoreFlags, type StoreFlags } from './with-store.ts';

/** A command that administers accounts, teams or keys. */
export interface AdminCommand<Flags> {
  /** With its arguments, such as `get <account>`. */
  name: string;
  summary: string;
  /** Default: the summary. */
  description?: string;
  examples: readonly string[];
  options?: readonly Option[];
  /** Exit codes in addition to those that every command has. */
  exitCodes?: readonly ExitCode[];
  /** The fields of the document, if the command changes something. */
  fields?: readonly string[];
  /** The field of the document that lists things. */
  list?: string;
  /** What the command destroys, if anything; then it asks first. */
  destroys?(args: readonly string[]): Destruction | undefined;
  /** Does it and returns the document to print. */
  run(admin: Admin, args: readonly string[], flags: Flags): Promise<object>;
}

/** Says how to get the rest of a list. */
function moreHint(document: object): string | undefined {
  const { next_cursor } = document as { next_cursor?: string | null };
  if (typeof next_cursor !== 'string') return undefined;
  return `newswatch: there are more: add --cursor ${next_cursor}, or a larger --limit`;
}

/** Adds the command to a group. */
export function addAdminCommand<Flags extends object>(
  group: Command,
  shell: Shell,
  {
    name,
    summary,
    description,
    examples,
    options = [],
    exitCodes = [],
    fields,
    list,
    destroys,
    run,
  }: AdminCommand<Flags>,
): void {
  const command = withManual(withOutputOptions(group.command(name)), { examples, exitCodes })
    .summary(summary)
    .description(description ?? summary);
  addStoreFlags(command);
  for (const option of options) command.addOption(option);
  if (destroys) command.addOption(yesOption());
  command.action(async () => {
    const flags = command.optsWithGlobals<Flags & StoreFlags & ConfirmFlags>();
    const args = command.args;
    const print = await openPrinter(flags, shell, { list, ...(fields && { fields }) });
    const destruction = destroys?.(args);
    if (destruction) {
      const { confirm } = await import('../../run/confirm.ts');
      await confirm(destruction, flags, shell);
    }
    const { withAdmin } = await import('./with-admin.ts');
    const document = await withAdmin(flags, command, shell, (admin) => run(admin, args, flags));
    await print(document);
    const hint = list === undefined ? undefined : moreHint(document);
    if (hint) shell.output.note(hint);
  });
}
