import type { Command } from 'commander';
import type { Operation } from '../../contract/operation.ts';
import { type ExitCode, exitCode, exitCodesOf } from '../errors/exit-code.ts';

/** What is told of a command beyond its arguments and flags: in its help, `schema` and the man page. */
interface Manual {
  /** Command lines for a shell, without the program's name. */
  examples: readonly string[];
  /** The operation that it carries out, where it is one of the table's. */
  operation?: Operation;
  /** What it may end with, besides what every command and its operation may. */
  exitCodes?: readonly ExitCode[];
}

const manuals = new WeakMap<Command, Manual>();

/** Declares a command's manual; its help shows the examples. */
export function withManual(command: Command, manual: Manual): Command {
  manuals.set(command, manual);
  const lines = manual.examples.map((example) => `  $ newswatch ${example}`);
  return command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
}

/** The manual of a command; an empty one for a group. */
export function manualOf(command: Command): Manual {
  return manuals.get(command) ?? { examples: [] };
}

/** The exit codes that a command may end with, in their order. */
export function exitCodesFor(command: Command): ExitCode[] {
  const { operation, exitCodes = [] } = manualOf(command);
  const all = [...everyCommands, ...(operation ? exitCodesOf(operation) : []), ...exitCodes];
  return [...new Set(all)].sort((one, other) => one - other);
}

const everyCommands: readonly ExitCode[] = [
  exitCode.ok,
  exitCode.unexpected,
  exitCode.usage,
  exitCode.interrupted,
  exitCode.terminated,
];
