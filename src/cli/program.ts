import { Command, Help, Option } from 'commander';
import { version } from '../../package.json';
import { groupDescriptions, operationList } from '../contract/operations.ts';
import { addAdmin } from './commands/admin/admin.ts';
import { addApi } from './commands/api.ts';
import { addAuth } from './commands/auth.ts';
import { addCompletion } from './commands/completion.ts';
import { addConfig } from './commands/config.ts';
import { addConform } from './commands/conform/conform.ts';
import { addDoctor } from './commands/doctor/doctor.ts';
import { addExplain } from './commands/explain.ts';
import { addHelp } from './commands/help.ts';
import { addMan } from './commands/man.ts';
import { addMcp } from './commands/mcp/mcp.ts';
import { addOperation } from './commands/operation.ts';
import { addSchema } from './commands/schema.ts';
import { addServe } from './commands/serve/serve.ts';
import { addSkill } from './commands/skill.ts';
import { addWebhook } from './commands/webhook/webhook.ts';
import { defaultRetries, defaultTimeout } from './config/settings.ts';
import { addLazily, filled } from './help/lazy-commands.ts';
import { withManual } from './help/manual.ts';
import { commandPath } from './run/input-flags.ts';
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
      optionDescription: withDefault,
      // After a global flag, the help command of a group shows a command that was not parsed.
      formatHelp: (command, help) => Help.prototype.formatHelp.call(help, filled(command), help),
      subcommandTerm: (command) => Help.prototype.subcommandTerm(filled(command)),
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
    .option('--strict', 'fail if a response does not match its schema')
    .addHelpText('after', rootHelp)
    .hook('preSubcommand', createSubcommands);
  withManual(program, { examples: rootExamples });
  for (const operation of operationList) {
    const [first = '', ...rest] = commandPath(operation);
    if (rest.length === 0) addOperation(program, operation, shell);
    else addLazily(groupNamed(program, first), (group) => addOperation(group, operation, shell));
  }
  for (const add of commands) add(program, shell);
  return program;
}

/** The commands that are not operations, in the order of the help. */
const commands = [
  addApi,
  addAuth,
  addDoctor,
  addConform,
  addConfig,
  addServe,
  addAdmin,
  addWebhook,
  addExplain,
  addSchema,
  addCompletion,
  addMan,
  addSkill,
  addHelp,
  addMcp,
];

const rootHelp = `
Environment: SERVICE_API_KEY and SERVICE_BASE_URL; see: newswatch help environment
Exit codes: see: newswatch help exit-codes (3 is plan_required)`;

const rootExamples = [
  '--local news search "chip exports"',
  "news latest --limit 5 | jq -r '.items[].title'",
];

/** Joins the lines of each paragraph, so that help wraps them to the terminal. */
function inParagraphs(command: Command): string {
  return command.description().replace(/(?<!\n)\n(?!\n)/g, ' ');
}

/** The global flags, except those that the command redefines. */
function programFlags(this: Help, command: Command): Option[] {
  const own = new Set(command.options.map(({ long }) => long));
  const others = Help.prototype.visibleGlobalOptions.call(this, command);
  return others.filter(({ long }) => !own.has(long));
}

/** Shows string defaults without quotes, and defaults that have only a description. */
function withDefault(this: Help, option: Option): string {
  const { defaultValue, defaultValueDescription } = option;
  const text = Help.prototype.optionDescription.call(this, option);
  if (defaultValue !== undefined)
    return text.replace(/(\(|, )default: "([^"]*)"\)$/, '$1default: $2)');
  if (defaultValueDescription === undefined) return text;
  return `${text} (default: ${defaultValueDescription})`;
}

/** Creates deferred commands and flags before they are parsed. */
function createSubcommands(_parent: Command, command: Command): void {
  filled(command);
}

function groupNamed(parent: Command, name: string): Command {
  return (
    parent.commands.find((command) => command.name() === name) ??
    parent
      .command(name)
      .description(groupDescriptions.get(name) ?? name)
      .hook('preSubcommand', createSubcommands)
  );
}
