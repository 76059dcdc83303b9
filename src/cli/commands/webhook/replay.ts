import type { Command } from 'commander';
import { exitCode } from '../../errors/exit-code.ts';
import { Failure, invalidInput } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import type { Shell } from '../../shell.ts';
import { type InboxFlags, withDataFlag, withInbox } from './inbox-folder.ts';

interface ReplayFlags extends InboxFlags {
  all?: boolean;
}

/** Adds `webhook replay`: retries dead letters. */
export function addReplay(group: Command, shell: Shell): void {
  withDataFlag(withManual(group.command('replay'), { examples, exitCodes: [exitCode.not_found] }))
    .argument('[id...]', 'ids of dead letters; see: newswatch webhook dead')
    .summary('Retry dead letters')
    .description(
      'Retry dead letters. A running webhook listen on the same folder picks them up within a second;\nif none is running, the next one does when it starts.',
    )
    .option('--all', 'all dead letters')
    .action((ids: string[], flags: ReplayFlags) => replay(ids, flags, shell));
}

const examples = [
  'webhook replay evt_example --data ./inbox',
  'webhook replay --all --data ./inbox',
];

async function replay(ids: readonly string[], flags: ReplayFlags, shell: Shell): Promise<void> {
  if (ids.length > 0 === (flags.all === true)) {
    throw invalidInput('pass either ids or --all, not both or neither');
  }
  const replayed = await withInbox(flags, (inbox) =>
    inbox.commit(() => {
      const dead = new Set(inbox.deadLetters().map(({ id }) => id));
      const unknown = ids.filter((id) => !dead.has(id));
      if (unknown.length > 0) throw notDead(unknown);
      const chosen = flags.all ? dead : new Set(ids);
      for (const id of chosen) inbox.replay(id, Date.now());
      return chosen.size;
    }),
  );
  shell.output.document(JSON.stringify({ replayed }));
}

function notDead(ids: readonly string[]): Failure {
  return new Failure('not_found', `not a dead letter: ${ids.join(', ')}; nothing was replayed`);
}
