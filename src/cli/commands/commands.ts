import type { Command } from 'commander';
import { groupDescriptions, usageSummary } from '../../contract/operation-groups.ts';
import { addLazily, filled } from '../help/lazy-commands.ts';
import type { Shell } from '../shell.ts';

/** Declares the commands of a group, or the arguments, the flags and the action of a command. */
type Declare = (command: Command, shell: Shell) => void;

/** A command of the program. Its code is loaded when the command is needed. */
type ProgramCommand = readonly [name: string, summary: string, load: () => Promise<Declare>];

const loadOperations = async () => (await import('./operations.ts')).declareOperations;

const operationCommands = [...new Map([...groupDescriptions, ['usage', usageSummary]])].map(
  ([name, summary]): ProgramCommand => [name, summary, loadOperations],
);

const ownCommands: readonly ProgramCommand[] = [
  [
    'api',
    'Send a request to any path of the service',
    async () => (await import('./api.ts')).declareApi,
  ],
  [
    'auth',
    'Save, check and delete the API key',
    async () => (await import('./auth/auth.ts')).declareAuth,
  ],
  [
    'doctor',
    'Check configuration, network, TLS and credentials',
    async () => (await import('./doctor/doctor.ts')).declareDoctor,
  ],
  [
    'conform',
    'Check a deployment of the service against its contract',
    async () => (await import('./conform/conform.ts')).declareConform,
  ],
  [
    'config',
    'Manage saved settings and show which value wins',
    async () => (await import('./config.ts')).declareConfig,
  ],
  [
    'serve',
    'Run the reference server',
    async () => (await import('./serve/serve.ts')).declareServe,
  ],
  [
    'admin',
    'Administer a server on its machine: accounts, teams, keys and news',
    async () => (await import('./admin/admin.ts')).declareAdmin,
  ],
  [
    'webhook',
    'Receive, verify and test signed webhooks',
    async () => (await import('./webhook/webhook.ts')).declareWebhook,
  ],
  [
    'explain',
    'Explain an exit code or an error, with a hint',
    async () => (await import('./explain.ts')).declareExplain,
  ],
  [
    'schema',
    'Describe commands as JSON: arguments, flags, exit codes, responses',
    async () => (await import('./schema.ts')).declareSchema,
  ],
  [
    'completion',
    'Print a shell completion script',
    async () => (await import('./completion.ts')).declareCompletion,
  ],
  ['man', 'Print the manual page on stdout', async () => (await import('./man.ts')).declareMan],
  [
    'skill',
    'Print the guide for assistants (SKILL.md) on stdout',
    async () => (await import('./skill.ts')).declareSkill,
  ],
  [
    'help',
    'Print help for a command or a topic on stderr',
    async () => (await import('./help.ts')).declareHelp,
  ],
  [
    'mcp',
    'Call the MCP tools of the service, or serve them on stdio',
    async () => (await import('./mcp/mcp.ts')).declareMcp,
  ],
];

/** Adds the commands, in the order of the help. All but their names is created when they are parsed. */
export function addCommands(program: Command, shell: Shell): void {
  program.hook('preSubcommand', fill);
  for (const [name, summary, load] of [...operationCommands, ...ownCommands]) {
    const command = program.command(name).summary(summary).description(summary);
    command.hook('preSubcommand', fill);
    addLazily(command, async () => (await load())(command, shell));
  }
}

async function fill(_parent: Command, command: Command): Promise<void> {
  await filled(command);
}
