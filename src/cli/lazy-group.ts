import type { Command } from 'commander';

const missing = new WeakMap<Command, ((group: Command) => void)[]>();

/** Puts off what a group holds until somebody looks into it: in most runs nobody does. */
export function putOff(group: Command, fill: (group: Command) => void): void {
  missing.set(group, [...(missing.get(group) ?? []), fill]);
}

/** The commands of a program or a group, which are all there from then on. */
export function subcommandsOf(command: Command): readonly Command[] {
  const fills = missing.get(command) ?? [];
  missing.delete(command);
  for (const fill of fills) fill(command);
  return command.commands;
}
