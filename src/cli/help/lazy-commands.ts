import type { Command } from 'commander';

type Fill = (command: Command) => void;

const deferred = new WeakMap<Command, Fill[]>();

/**
 * Defers creating the commands of a group, or the arguments and flags of a command, until they are
 * needed; most runs need only a few.
 */
export function addLazily(command: Command, fill: Fill): void {
  deferred.set(command, [...(deferred.get(command) ?? []), fill]);
}

/** Creates the deferred parts of a command and returns the command. */
export function filled(command: Command): Command {
  const fills = deferred.get(command) ?? [];
  deferred.delete(command);
  for (const fill of fills) fill(command);
  return command;
}
