import type { Command } from 'commander';
import { exitCode } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import { openPrinter } from '../../output/print-document.ts';
import { withReadOptions } from '../../run/command-options.ts';
import type { Shell } from '../../shell.ts';
import { type InboxFlags, withDataFlag, withInbox } from './inbox-folder.ts';

/** Adds `webhook dead`: lists the dead letters, events whose handler kept failing. */
export function addDead(group: Command, shell: Shell): void {
  const exitCodes = [exitCode.not_found];
  const command = withReadOptions(group.command('dead'));
  withDataFlag(withManual(command, { examples, exitCodes, isLocal: true }))
    .summary('List dead letters: events whose handler kept failing')
    .description(
      'List dead letters: events that are no longer retried because their handler kept failing.',
    )
    .action(async (flags: InboxFlags, command: Command) => {
      const print = await openPrinter(command.optsWithGlobals(), shell, { list: 'dead' });
      const deadLetters = await withInbox(flags, (inbox) => inbox.deadLetters());
      const dead = deadLetters.map(({ received_at, ...letter }) => ({
        ...letter,
        received_at: new Date(received_at).toISOString(),
      }));
      await print({ dead });
    });
}

const examples = [
  'webhook dead --data ./inbox',
  "webhook dead --data ./inbox | jq -r '.dead[].id'",
];
