import { version } from '../../../package.json';
import { inputSchemaOf, jsonSchemaOf } from '../../contract/json-schema.ts';
import type { Operation } from '../../contract/operation.ts';
import { exitMeaning } from '../errors/exit-code.ts';
import { type CommandDescription, runnable } from './command-description.ts';

/** The output of `newswatch schema`: the interface of a command, or of all commands of a group. */
export function schemaDocument(program: CommandDescription, selected: CommandDescription): object {
  return {
    version,
    global_flags: program.flags,
    commands: runnable(selected).map(commandSchema),
  };
}

function commandSchema({ words, summary, operation, ...rest }: CommandDescription): object {
  return {
    command: words.join(' '),
    summary,
    arguments: rest.arguments,
    flags: rest.flags,
    exit_codes: rest.exitCodes.map((code) => ({ code, meaning: exitMeaning[code] })),
    examples: rest.examples.map((example) => `newswatch ${example}`),
    operation: operation ? operationSchema(operation) : null,
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
    output: jsonSchemaOf(operation.output),
  };
}
