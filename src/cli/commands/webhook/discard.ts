import type { Command } from 'commander';
import type { Shell } from '../../shell.ts';
import { addDeadLetterChange } from './dead-letter-change.ts';

/** Adds `webhook discard`: gives up dead letters. */
export function addDiscard(group: Command, shell: Shell): void {
  addDeadLetterChange(group, shell, {
    verb: 'discard',
    result: 'discarded',
    summary: 'Discard dead letters',
    description:
      'Discard dead letters: they are no longer listed and never handled. Their ids are remembered for\neight days, so that a repeat is not handled either.',
    loss: 'They are never handled.',
    apply: (inbox, id) => inbox.discard(id),
  });
}
