import type { Argument, Command, Option } from 'commander';
import { fieldsOf } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import type { ExitCode } from '../errors/exit-code.ts';
import { flagOf } from '../run/input-flags.ts';
import { subcommandsOf, withFlags } from './lazy-commands.ts';
import { exitCodesFor, manualOf } from './manual.ts';

export interface ArgumentDescription {
  name: string;
  description: string;
  required: boolean;
  /** Whether it takes every further word. */
  variadic: boolean;
  choices: readonly string[];
}

export interface FlagDescription {
  /** `--limit`. */
  name: string;
  /** `-v`. */
  short: string | undefined;
  /** What stands for its value, such as `n`; `undefined` where it takes none. */
  value: string | undefined;
  description: string;
  required: boolean;
  /** Whether it takes every further word as well. */
  variadic: boolean;
  choices: readonly string[];
  default: unknown;
  /** Says what the default is where its value is of this machine alone. */
  defaultMeaning: string | undefined;
}

/** All that the command line knows of one command: what schema, completion and the man page are made from. */
export interface CommandDescription {
  /** `news`, `search`; none for the program itself. */
  words: readonly string[];
  summary: string;
  description: string;
  arguments: readonly ArgumentDescription[];
  /** Its own ones: those of the program go with every command. */
  flags: readonly FlagDescription[];
  exitCodes: readonly ExitCode[];
  examples: readonly string[];
  operation: Operation | undefined;
  /** Empty for what can be run. */
  subcommands: readonly CommandDescription[];
}

/** Reads a command and all that are under it. */
export function descriptionOf(command: Command): CommandDescription {
  const { examples, operation } = manualOf(command);
  const required = new Set(
    operation &&
      fieldsOf(operation).flatMap((each) => (each.required ? flagOf(operation, each) : [])),
  );
  return {
    words: wordsOf(withFlags(command)),
    summary: command.summary() || command.description(),
    description: command.description(),
    arguments: command.registeredArguments.map(argumentOf),
    flags: flagsOf(command).map((option) => flagIn(option, required)),
    exitCodes: exitCodesFor(command),
    examples,
    operation,
    subcommands: subcommandsOf(command).map(descriptionOf),
  };
}

/** Every command that can be run, in the order of the help. */
export function runnable(description: CommandDescription): CommandDescription[] {
  const { subcommands } = description;
  return subcommands.length === 0 ? [description] : subcommands.flatMap(runnable);
}

function wordsOf(command: Command): string[] {
  return command.parent ? [...wordsOf(command.parent), command.name()] : [];
}

/** `--help` is the program's, and goes with every command as its other flags do. */
function flagsOf(command: Command): readonly Option[] {
  return command.parent ? command.options : command.createHelp().visibleOptions(command);
}

function argumentOf(argument: Argument): ArgumentDescription {
  const { required, variadic, description, argChoices = [] } = argument;
  return { name: argument.name(), description, required, variadic, choices: argChoices };
}

function flagIn(option: Option, required: ReadonlySet<string>): FlagDescription {
  return {
    name: option.long ?? option.flags,
    short: option.short,
    value: /[<[]([^>\].]+)/.exec(option.flags)?.[1],
    description: option.description,
    required: option.mandatory || required.has(option.flags),
    variadic: option.variadic,
    choices: option.argChoices ?? [],
    default: option.defaultValue as unknown,
    defaultMeaning: option.defaultValueDescription,
  };
}
