import { version } from '../../../package.json';
import { inputSchemaOf, type JsonSchema, jsonSchemaOf } from '../../contract/json-schema.ts';
import type { Operation } from '../../contract/operation.ts';
import { type ExitCode, exitCode, exitMeaning } from '../errors/exit-code.ts';
import {
  type ArgumentDescription,
  type CommandDescription,
  type FlagDescription,
  runnable,
} from './command-description.ts';
import { environment } from './help-topics.ts';

/** The output of `newswatch schema --full`: the interface of a command, or of all commands of a group. */
export interface SchemaDocument {
  version: string;
  global_flags: readonly FlagDescription[];
  environment: readonly { name: string; purpose: string }[];
  exit_codes: readonly ExitCodeSchema[];
  groups: readonly { group: string; description: string }[];
  commands: readonly CommandSchema[];
}

export interface ExitCodeSchema {
  code: number;
  meaning: string;
}

export interface CommandSchema {
  command: string;
  summary: string;
  description: string;
  arguments: readonly ArgumentDescription[];
  flags: readonly FlagDescription[];
  exit_codes: readonly ExitCodeSchema[];
  examples: readonly string[];
  operation: OperationSchema | null;
}

interface OperationSchema
  extends Pick<Operation, 'name' | 'method' | 'path' | 'effect' | 'access' | 'documented'> {
  input: JsonSchema;
  output: JsonSchema;
}

export function schemaDocument(
  program: CommandDescription,
  selected: CommandDescription,
): SchemaDocument {
  return {
    version,
    global_flags: program.flags,
    environment: environment.map(([name, purpose]) => ({ name, purpose })),
    exit_codes: allExitCodes.map(exitCodeSchema),
    groups: groupsIn(selected).map(({ words, description }) => ({
      group: words.join(' '),
      description,
    })),
    commands: runnable(selected).map(commandSchema),
  };
}

/** The groups below a command, and the command itself if it is one; the program is not a group. */
function groupsIn(command: CommandDescription): CommandDescription[] {
  const { words, subcommands } = command;
  const own = words.length > 0 && subcommands.length > 0 ? [command] : [];
  return [...own, ...subcommands.flatMap(groupsIn)];
}

function exitCodeSchema(code: ExitCode): ExitCodeSchema {
  return { code, meaning: exitMeaning[code] };
}

const allExitCodes = Object.values(exitCode).sort((one, other) => one - other);

function commandSchema(command: CommandDescription): CommandSchema {
  const { words, summary, description, operation, ...rest } = command;
  return {
    command: words.join(' '),
    summary,
    description,
    arguments: rest.arguments,
    flags: rest.flags,
    exit_codes: rest.exitCodes.map(exitCodeSchema),
    examples: rest.examples.map((example) => `newswatch ${example}`),
    operation: operation ? operationSchema(operation) : null,
  };
}

function operationSchema(operation: Operation): OperationSchema {
  const { name, method, path, effect, access, documented } = operation;
  return {
    name,
    method,
    path,
    effect,
    access,
    documented,
    input: inputSchemaOf(operation),
    output: jsonSchemaOf(operation.output),
  };
}
