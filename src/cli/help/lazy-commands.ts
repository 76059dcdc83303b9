import type { Command } from 'commander';

type Fill = (command: Command) => void;

const missingCommands = new WeakMap<Command, Fill[]>();
const missingFlags = new WeakMap<Command, Fill[]>();

/** Puts off what a group holds until somebody looks into it: in most runs nobody does. */
export function addLazily(group: Command, fill: Fill): void {
  missingCommands.set(group, [...(missingCommands.get(group) ?? []), fill]);
}

/** The same for the arguments and flags of a command. */
export function addFlagsLazily(command: Command, fill: Fill): void {
  missingFlags.set(command, [...(missingFlags.get(command) ?? []), fill]);
}

/** The command with its arguments and flags, which are all there from then on. */
export function withFlags(command: Command): Command {
  return filled(command, missingFlags);
}

/** The commands of a program or a group, which are all there from then on. */
export function subcommandsOf(command: Command): readonly Command[] {
  return filled(command, missingCommands).commands;
}

function filled(command: Command, missing: WeakMap<Command, Fill[]>): Command {
  const fills = missing.get(command) ?? [];
  missing.delete(command);
  for (const fill of fills) fill(command);
  return command;
}
