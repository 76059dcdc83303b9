import type { Argument, Command, Option } from 'commander';
import { fieldsOf } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import type { ExitCode } from '../errors/exit-code.ts';
import { flagOf } from '../run/input-flags.ts';
import { commandWords } from './find-command.ts';
import { completed } from './lazy-commands.ts';
import { exitCodesFor, manualOf } from './manual.ts';

/** Printed by `newswatch schema` as is; `null` means that there is none. */
export interface ArgumentDescription {
  name: string;
  description: string;
  required: boolean;
  /** Whether it takes all remaining words. */
  variadic: boolean;
  choices: readonly string[] | null;
}

/** Printed by `newswatch schema` as is; `null` means that there is none. */
export interface FlagDescription {
  /** `--limit`. */
  flag: string;
  /** `-v`. */
  short: string | null;
  /** The placeholder of its value, such as `n`; `null` for switches. */
  value: string | null;
  description: string;
  required: boolean;
  /** Whether it takes more than one value. */
  variadic: boolean;
  choices: readonly string[] | null;
  default: unknown;
}

/** Describes a command for `schema`, shell completion and the man page. */
export interface CommandDescription {
  /** `['news', 'search']`; empty for the program itself. */
  words: readonly string[];
  summary: string;
  description: string;
  arguments: readonly ArgumentDescription[];
  /** Without the global flags. */
  flags: readonly FlagDescription[];
  exitCodes: readonly ExitCode[];
  examples: readonly string[];
  operation: Operation | undefined;
  /** Empty unless the command is a group. */
  subcommands: readonly CommandDescription[];
}

/** Describes a command and its subcommands. */
export async function descriptionOf(command: Command): Promise<CommandDescription> {
  return describe(await completed(command));
}

function describe(command: Command): CommandDescription {
  const { examples, operation } = manualOf(command);
  const required = new Set(
    operation &&
      fieldsOf(operation).flatMap((each) => (each.required ? flagOf(operation, each) : [])),
  );
  return {
    words: commandWords(command),
    summary: command.summary() || command.description(),
    description: command.description(),
    arguments: command.registeredArguments.map(describeArgument),
    flags: flagsOf(command).map((option) => describeFlag(option, required)),
    exitCodes: exitCodesFor(command),
    examples,
    operation,
    subcommands: command.commands.map(describe),
  };
}

/** All commands that are not groups, in the order of the help. */
export function runnable(description: CommandDescription): CommandDescription[] {
  const { subcommands } = description;
  return subcommands.length === 0 ? [description] : subcommands.flatMap(runnable);
}

/** The flags of a command. Only those of the program, the global flags, include `--help`. */
export function flagsOf(command: Command): readonly Option[] {
  return command.parent ? command.options : command.createHelp().visibleOptions(command);
}

function describeArgument(argument: Argument): ArgumentDescription {
  const { required, variadic, description, argChoices = null } = argument;
  return { name: argument.name(), description, required, variadic, choices: argChoices };
}

function describeFlag(option: Option, required: ReadonlySet<string>): FlagDescription {
  return {
    flag: option.long ?? option.flags,
    short: option.short ?? null,
    value: /[<[]([^>\].]+)/.exec(option.flags)?.[1] ?? null,
    description: option.description,
    required: option.mandatory || required.has(option.flags),
    variadic: option.variadic,
    choices: option.argChoices ?? null,
    default: option.defaultValue ?? option.defaultValueDescription ?? null,
  };
}
