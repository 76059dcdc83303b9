import { version } from '../../../package.json';
import { inputSchemaOf, outputSchemaOf } from '../../contract/json-schema.ts';
import type { Operation } from '../../contract/operation.ts';
import { exitMeaning } from '../errors/exit-code.ts';
import {
  type ArgumentDescription,
  type CommandDescription,
  type FlagDescription,
  runnable,
} from './command-description.ts';

/** The output of `newswatch schema`: everything that a program needs to call a command. */
export function schemaDocument(program: CommandDescription, chosen: CommandDescription): object {
  return {
    version,
    global_flags: program.flags.map(flag),
    commands: runnable(chosen).map(command),
  };
}

function command({ words, summary, operation, ...rest }: CommandDescription): object {
  return {
    command: words.join(' '),
    summary,
    arguments: rest.arguments.map(argument),
    flags: rest.flags.map(flag),
    exit_codes: rest.exitCodes.map((code) => ({ code, meaning: exitMeaning[code] })),
    examples: rest.examples.map((example) => `newswatch ${example}`),
    operation: operation ? operationSchema(operation) : null,
  };
}

function argument({ choices, ...rest }: ArgumentDescription): object {
  return { ...rest, choices: choices.length > 0 ? choices : null };
}

function flag(described: FlagDescription): object {
  const { name, short = null, value = null, description, required, variadic } = described;
  return {
    flag: name,
    short,
    value,
    description,
    required,
    variadic,
    choices: described.choices.length > 0 ? described.choices : null,
    default: described.default ?? described.defaultMeaning ?? null,
  };
}

function operationSchema(operation: Operation): object {
  const { name, method, path, effect, access, documented } = operation;
  return {
    name,
    method,
    path,
    effect,
    access,
    documented,
    input: inputSchemaOf(operation),
    output: outputSchemaOf(operation),
  };
}
