import { Command, Help, Option } from 'commander';
import { version } from '../../package.json';
import { addCommands } from './commands/commands.ts';
import { defaultRetries, defaultTimeout } from './config/settings.ts';
import { formatHelp } from './help/format-help.ts';
import { manualOf, withManual } from './help/manual.ts';
import { colorChoices } from './output/color-choice.ts';
import type { Shell } from './shell.ts';

/** Creates the command line: one command per operation, and the program's own commands. */
export function createProgram(shell: Shell, write: (text: string) => void): Command {
  const program = new Command('newswatch')
    .exitOverride()
    .configureOutput({
      writeOut: write,
      writeErr: write,
      outputError: () => {},
      getOutHelpWidth: () => shell.output.columns,
    })
    .configureHelp({
      showGlobalOptions: true,
      commandDescription: inParagraphs,
      visibleGlobalOptions: programFlags,
      optionDescription: withNotes,
      minWidthToWrap: 10,
      formatHelp,
    })
    .description('Search news, manage monitors and receive alerts from the shell')
    .version(version, '-V, --version', 'print the version on stdout')
    .helpOption('-h, --help', 'print help on stderr')
    // Groups inherit this help command; `addHelp` adds that of the program.
    .helpCommand('help [command]', 'Print help for a command on stderr')
    .helpCommand(false)
    .option('--base-url <origin>', 'origin of the service (default: SERVICE_BASE_URL)')
    .addOption(
      new Option('--local', 'use the bundled server in this process, with sample news').conflicts(
        'baseUrl',
      ),
    )
    .option('--api-key-file <file>', 'file with the API key; - is stdin (default: SERVICE_API_KEY)')
    .option('--profile <name>', 'saved settings to use (default: SERVICE_PROFILE)')
    .addOption(
      // Shown in help only: a value would override the environment and the profile.
      new Option('--timeout <seconds>', 'timeout of the whole call, including retries').default(
        undefined,
        defaultTimeout,
      ),
    )
    .addOption(
      new Option('--retries <n>', 'retries for requests that are safe to repeat').default(
        undefined,
        defaultRetries,
      ),
    )
    .option('-v, --verbose', 'log each attempt on stderr')
    .option('--progress', 'show the progress of long work, also if stderr is no terminal, or in CI')
    .addOption(new Option('--no-progress', 'show no progress'))
    .option('--strict', 'fail if a response does not match its schema')
    .addOption(
      new Option(
        '--color <when>',
        'color output: auto is on terminals only, unless NO_COLOR is set',
      )
        .choices(colorChoices)
        .default(undefined, 'auto'),
    )
    .option('--utc', 'show times of tables in UTC instead of your time zone')
    .hook('preAction', (_program, command) => {
      // As in other commands, `--output -` is stdout.
      if (command.getOptionValue('output') === '-') command.setOptionValue('output', undefined);
    });
  withManual(program, { examples: rootExamples });
  addCommands(program, shell);
  return program;
}

const rootExamples = [
  '--local news search "chip exports"',
  "news latest --limit 5 | jq -r '.items[].title'",
];

/** Joins the lines of each paragraph, so that help wraps them to the terminal. */
function inParagraphs(command: Command): string {
  return command.description().replace(/(?<!\n)\n(?!\n)/g, ' ');
}

/** The global flags, except those that the command redefines or does not use. */
function programFlags(this: Help, command: Command): Option[] {
  const own = new Set(command.options.map(({ long }) => long));
  const others = Help.prototype.visibleGlobalOptions.call(this, command);
  const general = ['--version', '--color'];
  if (manualOf(command).isLocal) return others.filter(({ long }) => general.includes(long ?? ''));
  return others.filter(({ long }) => !own.has(long));
}

/** With the values to choose from and the default, which may be only a description. */
function withNotes(option: Option): string {
  const { description, argChoices, defaultValue, defaultValueDescription } = option;
  const fallback = defaultValueDescription ?? (option.isBoolean() ? undefined : defaultValue);
  const notes = [
    ...(argChoices ? [`one of: ${argChoices.join(', ')}`] : []),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ];
  return notes.length > 0 ? `${description} (${notes.join('; ')})` : description;
}
