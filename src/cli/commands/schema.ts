import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import { bundles } from '../bundles.ts';
import { Failure } from '../errors/failure.ts';
import { findCommand } from '../help/find-command.ts';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

interface SchemaFlags {
  openapi?: boolean | undefined;
  fixture?: boolean | undefined;
}

/** Adds `schema`: describes commands and the HTTP API as JSON. */
export function addSchema(program: Command, { output }: Shell): void {
  withManual(program.command('schema'), { examples })
    .argument('[command...]', 'a command or a group (default: all commands)')
    .summary('Print JSON Schemas of inputs, outputs and exit codes')
    .description(
      'Describe commands as JSON: arguments, flags, exit codes, examples, and the JSON Schemas of requests\nand responses. Works offline. For an editor, set "$schema" of a fixture to\n./node_modules/newswatch/dist/world.schema.json.',
    )
    .addOption(
      new Option('--openapi', 'print the OpenAPI 3.1 document of the HTTP API instead').conflicts(
        'fixture',
      ),
    )
    .option('--fixture', 'print the JSON Schema of serve --fixture instead')
    .action(async (words: string[], { openapi, fixture }: SchemaFlags) => {
      if ((openapi || fixture) && words.length > 0) {
        const flag = openapi ? '--openapi' : '--fixture';
        throw new Failure('conflicting_option', `${flag} cannot be used with a command`);
      }
      output.document(JSON.stringify(await documentOf(program, words, { openapi, fixture })));
    });
}

const examples = [
  "schema news search | jq '.commands[0].operation.input'",
  "schema | jq -r '.commands[].command'",
  'schema --openapi > openapi.json',
  'schema --fixture > world.schema.json',
];

async function documentOf(
  program: Command,
  words: readonly string[],
  { openapi, fixture }: SchemaFlags,
): Promise<object> {
  if (openapi) return openApi();
  return fixture ? (await bundles.server()).fixtureJsonSchema() : schemaOf(program, words);
}

async function openApi(): Promise<object> {
  const { openApiDocument } = await import('../../contract/openapi/openapi-document.ts');
  return openApiDocument(version);
}

async function schemaOf(program: Command, words: readonly string[]): Promise<object> {
  const chosen = findCommand(program, words);
  const { descriptionOf } = await import('../help/command-description.ts');
  const { schemaDocument } = await import('../help/schema-document.ts');
  return schemaDocument(descriptionOf(program), descriptionOf(chosen));
}
