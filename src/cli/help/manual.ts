import type { Command } from 'commander';
import type { Operation } from '../../contract/operation.ts';
import { type ExitCode, exitCode } from '../errors/exit-code.ts';

/** Documentation of a command beyond its arguments and flags. */
interface Manual {
  /** Example command lines, without the program's name. */
  examples: readonly string[];
  /** The operation that the command runs, if any. */
  operation?: Operation;
  /** Whether the command uses no global flag, because it does not call the service (default: false). */
  isLocal?: boolean;
  /** Exit codes in addition to the common ones. */
  exitCodes?: readonly ExitCode[];
}

const manuals = new WeakMap<Command, Manual>();

/** Sets the manual of a command, which its help shows. */
export function withManual(command: Command, manual: Manual): Command {
  manuals.set(command, manual);
  return command;
}

/** The manual of a command; groups have an empty one. */
export function manualOf(command: Command): Manual {
  return manuals.get(command) ?? { examples: [] };
}

/** All exit codes of a command, sorted. */
export function exitCodesFor(command: Command): ExitCode[] {
  const { exitCodes = [] } = manualOf(command);
  return [...new Set([...commonExitCodes, ...exitCodes])].sort((a, b) => a - b);
}

const commonExitCodes: readonly ExitCode[] = [
  exitCode.ok,
  exitCode.unexpected,
  exitCode.usage,
  exitCode.interrupted,
  exitCode.terminated,
];
