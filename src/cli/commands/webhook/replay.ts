import type { Command } from 'commander';
import { exitCode } from '../../errors/exit-code.ts';
import { Failure, usageFailure } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import type { Shell } from '../../shell.ts';
import { type InboxFlags, withDataFlag, withInbox } from './inbox-folder.ts';

interface ReplayFlags extends InboxFlags {
  all?: boolean;
}

/** Adds `webhook replay`: hands dead letters to the handler again. */
export function addReplay(group: Command, shell: Shell): void {
  withDataFlag(withManual(group.command('replay'), { examples, exitCodes: [exitCode.not_found] }))
    .argument('[id...]', 'ids of events, as webhook dead lists them')
    .summary('Hand events that were set aside to the handler again')
    .description(
      'Hand events that were set aside to the handler again. A webhook listen that runs on the\nfolder takes them within a second; else the next one does.',
    )
    .option('--all', 'every event that was set aside')
    .action((ids: string[], flags: ReplayFlags) => replay(ids, flags, shell));
}

const examples = [
  'webhook replay evt_example --data ./inbox',
  'webhook replay --all --data ./inbox',
];

async function replay(ids: readonly string[], flags: ReplayFlags, shell: Shell): Promise<void> {
  if (ids.length > 0 === (flags.all === true)) {
    throw usageFailure('invalid_value', 'name the ids to replay, or --all, and not both');
  }
  const replayed = await withInbox(flags, (inbox) =>
    inbox.transaction(() => {
      const dead = new Set(inbox.deadLetters().map(({ id }) => id));
      const unknown = ids.filter((id) => !dead.has(id));
      if (unknown.length > 0) throw notSetAside(unknown);
      const chosen = flags.all ? dead : new Set(ids);
      for (const id of chosen) inbox.replay(id, Date.now());
      return chosen.size;
    }),
  );
  shell.output.document(JSON.stringify({ replayed }));
}

function notSetAside(ids: readonly string[]): Failure {
  return new Failure({
    error: 'not_found',
    kind: 'usage',
    message: `not set aside: ${ids.join(', ')}; nothing was replayed`,
    hint: 'See: newswatch webhook dead',
    exitCode: exitCode.not_found,
  });
}
