import type { Command } from 'commander';
import { version } from '../../../package.json';
import { Failure } from '../errors/failure.ts';
import { findCommand } from '../help/find-command.ts';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

/** Adds `schema`: describes commands and the HTTP API as JSON. */
export function addSchema(program: Command, { output }: Shell): void {
  withManual(program.command('schema'), { examples })
    .argument('[command...]', 'a command or a group (default: all commands)')
    .summary('Print JSON Schemas of inputs, outputs and exit codes')
    .description(
      'Describe commands as JSON: arguments, flags, exit codes, examples, and the JSON Schemas of requests\nand responses. Works offline.',
    )
    .option('--openapi', 'print the OpenAPI 3.1 document of the HTTP API instead')
    .action(async (words: string[], { openapi }: { openapi?: boolean }) => {
      if (openapi && words.length > 0) {
        throw new Failure('conflicting_option', '--openapi cannot be used with a command');
      }
      const document = openapi ? await openApi() : await schemaOf(program, words);
      output.document(JSON.stringify(document));
    });
}

const examples = [
  "schema news search | jq '.commands[0].operation.input'",
  "schema | jq -r '.commands[].command'",
  'schema --openapi > openapi.json',
];

async function openApi(): Promise<object> {
  const { openApiDocument } = await import('../../contract/openapi.ts');
  return openApiDocument({ version });
}

async function schemaOf(program: Command, words: readonly string[]): Promise<object> {
  const chosen = findCommand(program, words);
  const { descriptionOf } = await import('../help/command-description.ts');
  const { schemaDocument } = await import('../help/schema-document.ts');
  return schemaDocument(descriptionOf(program), descriptionOf(chosen));
}
