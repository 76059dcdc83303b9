import type { Command } from 'commander';
import type { Inbox } from 'newswatch/receiver';
import { exitCode } from '../../errors/exit-code.ts';
import { Failure, invalidInput } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import { type DocumentFlags, openPrinter } from '../../output/print-document.ts';
import { withOutputOptions, yesOption } from '../../run/command-options.ts';
import type { Shell } from '../../shell.ts';
import { type InboxFlags, withDataFlag, withInbox } from './inbox-folder.ts';

interface ChangeFlags extends InboxFlags, DocumentFlags {
  all?: boolean;
  yes?: boolean;
}

interface DeadLetterChange {
  verb: 'discard' | 'replay';
  /** The field of the output with the number of changed dead letters. */
  result: 'discarded' | 'replayed';
  summary: string;
  description: string;
  /** Set if it destroys dead letters, which needs a confirmation. */
  loss?: string;
  apply: (inbox: Inbox, id: string) => void;
}

/** Adds a command that changes some or all dead letters: all of the given ids or none. */
export function addDeadLetterChange(group: Command, shell: Shell, change: DeadLetterChange): void {
  const { verb, summary, description, loss } = change;
  const yes = loss === undefined ? '' : ' --yes';
  const examples = [
    `webhook ${verb} evt_example --data ./inbox${yes}`,
    `webhook ${verb} --all --data ./inbox${yes}`,
  ];
  const exitCodes = [exitCode.not_found];
  const command = withDataFlag(
    withManual(withOutputOptions(group.command(verb)), { examples, exitCodes, isLocal: true }),
  )
    .argument('[id...]', 'ids of dead letters; see: newswatch webhook dead')
    .summary(summary)
    .description(description)
    .option('--all', 'all dead letters')
    .action((ids: string[], _flags, command: Command) =>
      run(ids, command.optsWithGlobals(), change, shell),
    );
  if (loss !== undefined) command.addOption(yesOption());
}

async function run(
  ids: readonly string[],
  flags: ChangeFlags,
  { result, loss, apply }: DeadLetterChange,
  shell: Shell,
): Promise<void> {
  if (ids.length > 0 === (flags.all === true)) {
    throw invalidInput('pass either ids or --all, not both or neither');
  }
  const print = await openPrinter(flags, shell, { fields: [result] });
  if (loss !== undefined) {
    const { confirm } = await import('../../run/confirm.ts');
    const scope = flags.all ? { noun: 'all dead letters' } : { noun: 'dead letter', ids };
    await confirm({ verb: 'Discard', loss, ...scope }, flags, shell);
  }
  const count = await withInbox(flags, (inbox) =>
    inbox.commit(() => {
      const dead = new Set(inbox.deadLetters().map(({ id }) => id));
      const unknown = ids.filter((id) => !dead.has(id));
      if (unknown.length > 0) {
        const message = `not a dead letter: ${unknown.join(', ')}; nothing was ${result}`;
        throw new Failure('not_found', message);
      }
      const chosen = flags.all ? dead : new Set(ids);
      for (const id of chosen) apply(inbox, id);
      return chosen.size;
    }),
  );
  await print({ [result]: count });
}
