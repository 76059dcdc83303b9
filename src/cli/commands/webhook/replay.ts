import type { Command } from 'commander';
import type { Shell } from '../../shell.ts';
import { addDeadLetterChange } from './dead-letter-change.ts';

/** Adds `webhook replay`: retries dead letters. */
export function addReplay(group: Command, shell: Shell): void {
  addDeadLetterChange(group, shell, {
    verb: 'replay',
    result: 'replayed',
    summary: 'Retry dead letters',
    description:
      'Retry dead letters. A running webhook listen on the same folder picks them up within a second;\nif none is running, the next one does when it starts.',
    apply: (inbox, id) => inbox.replay(id, Date.now()),
  });
}
