import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import { bundles } from '../bundles.ts';
import { Failure } from '../errors/failure.ts';
import { findCommand, rootOf } from '../help/find-command.ts';
import { withManual } from '../help/manual.ts';
import { openPrinter } from '../output/print-document.ts';
import { withReadOptions } from '../run/command-options.ts';
import type { Shell } from '../shell.ts';

interface SchemaFlags {
  full?: boolean | undefined;
  openapi?: boolean | undefined;
  fixture?: boolean | undefined;
}

/** Declares `schema`: describes commands and the HTTP API as JSON. */
export function declareSchema(command: Command, shell: Shell): void {
  withManual(withReadOptions(command), { examples })
    .argument('[command...]', 'a command or a group (default: all commands)')
    .description(
      'Describe commands as JSON: a list of all commands or of a group, or the arguments, flags, examples and\nresponse of one command. Works offline. For an editor, set "$schema" of a fixture to\n./node_modules/newswatch/dist/world.schema.json.',
    )
    .option(
      '--full',
      'add global flags, environment, meanings of exit codes, and JSON Schemas of requests and responses',
    )
    .addOption(
      new Option('--openapi', 'print the OpenAPI 3.1 document of the HTTP API instead').conflicts([
        'fixture',
        'full',
      ]),
    )
    .addOption(
      new Option('--fixture', 'print the JSON Schema of serve --fixture instead').conflicts('full'),
    )
    .action(async (words: string[], flags: SchemaFlags) => {
      if ((flags.openapi || flags.fixture) && words.length > 0) {
        const flag = flags.openapi ? '--openapi' : '--fixture';
        throw new Failure('conflicting_option', `${flag} cannot be used with a command`);
      }
      const source = { infersList: true };
      const print = await openPrinter(command.optsWithGlobals(), shell, source);
      await print(await documentOf(rootOf(command), words, flags));
    });
}

const examples = [
  'schema news search',
  "schema | jq '.reads'",
  "schema news search --full | jq '.commands[0].operation.input'",
  'schema --openapi > openapi.json',
  'schema --fixture > world.schema.json',
];

async function documentOf(
  program: Command,
  words: readonly string[],
  { full, openapi, fixture }: SchemaFlags,
): Promise<object> {
  if (openapi) return openApi();
  if (fixture) return (await bundles.server()).fixtureJsonSchema();
  const chosen = await findCommand(program, words);
  const { descriptionOf } = await import('../help/command-description.ts');
  const selected = await descriptionOf(chosen);
  if (full) {
    const { schemaDocument } = await import('../help/schema-document.ts');
    return schemaDocument(await descriptionOf(program), selected);
  }
  if (selected.subcommands.length > 0) {
    const { schemaIndex } = await import('../help/schema-index.ts');
    return schemaIndex(selected);
  }
  const { schemaOutline } = await import('../help/schema-outline.ts');
  return schemaOutline(selected);
}

async function openApi(): Promise<object> {
  const { openApiDocument } = await import('../../contract/openapi/openapi-document.ts');
  return openApiDocument(version);
}
