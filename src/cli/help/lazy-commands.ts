import type { Command } from 'commander';

type Fill = (command: Command) => void;

const missing = new WeakMap<Command, Fill[]>();

/**
 * Defers creating the commands of a group, or the arguments and flags of a command, until they are
 * needed; most runs need only a few.
 */
export function addLazily(command: Command, fill: Fill): void {
  missing.set(command, [...(missing.get(command) ?? []), fill]);
}

/** Creates what was deferred and returns the command. */
export function filled(command: Command): Command {
  const fills = missing.get(command) ?? [];
  missing.delete(command);
  for (const fill of fills) fill(command);
  return command;
}
