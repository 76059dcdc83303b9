import type { Command } from 'commander';

type Fill = (command: Command) => void;

const missingCommands = new WeakMap<Command, Fill[]>();
const missingFlags = new WeakMap<Command, Fill[]>();

/** Defers creating the commands of a group until they are needed; most runs need only a few. */
export function addLazily(group: Command, fill: Fill): void {
  missingCommands.set(group, [...(missingCommands.get(group) ?? []), fill]);
}

/** Defers creating the arguments and flags of a command. */
export function addFlagsLazily(command: Command, fill: Fill): void {
  missingFlags.set(command, [...(missingFlags.get(command) ?? []), fill]);
}

/** Creates the deferred arguments and flags of a command and returns it. */
export function withFlags(command: Command): Command {
  return filled(command, missingFlags);
}

/** Creates the deferred commands of a program or group and returns them all. */
export function subcommandsOf(command: Command): readonly Command[] {
  return filled(command, missingCommands).commands;
}

function filled(command: Command, missing: WeakMap<Command, Fill[]>): Command {
  const fills = missing.get(command) ?? [];
  missing.delete(command);
  for (const fill of fills) fill(command);
  return command;
}
