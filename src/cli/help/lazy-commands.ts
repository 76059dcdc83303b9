import type { Command } from 'commander';

type Fill = (command: Command) => void | Promise<void>;

const deferred = new WeakMap<Command, Fill>();

/**
 * Defers creating the commands of a group, or the arguments and flags of a command, until they are
 * needed; most runs need only a few.
 */
export function addLazily(command: Command, fill: Fill): void {
  deferred.set(command, fill);
}

/** Creates the deferred parts of a command, which may defer others, and returns the command. */
export async function filled(command: Command): Promise<Command> {
  for (let fill = deferred.get(command); fill; fill = deferred.get(command)) {
    deferred.delete(command);
    await fill(command);
  }
  return command;
}

/** Creates the deferred parts of a command and of all commands below it, and returns the command. */
export async function completed(command: Command): Promise<Command> {
  await filled(command);
  for (const each of command.commands) await completed(each);
  return command;
}
