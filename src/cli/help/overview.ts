import type { Command } from 'commander';
import { commandLineOf, findCommand } from './find-command.ts';
import { formatSections } from './format-help.ts';

/** The commands that most people need, in the order in which they need them. */
const commonCommands = [
  'doctor',
  'account overview',
  'news search',
  'news latest',
  'monitors create',
  'monitors list',
  'alerts list',
  'delivery connect',
  'webhook listen',
  'serve',
];

/**
 * What `newswatch` without a command prints.
 *
 * @param columns of the terminal
 */
export async function overview(program: Command, columns: number): Promise<string> {
  const help = program.createHelp();
  help.helpWidth = columns;
  const rows: { term: string; description: string }[] = [];
  for (const words of commonCommands) {
    const command = await findCommand(program, words.split(' '));
    rows.push({ term: commandLineOf(command), description: help.subcommandDescription(command) });
  }
  const sections = [
    { content: [program.description()] },
    { heading: 'COMMON COMMANDS', content: rows },
    {
      heading: 'LEARN MORE',
      content: [
        'Sign in to a service: newswatch auth login --base-url https://…',
        'Try it without an account: newswatch --local news search "chip exports"',
        'All commands and flags: newswatch --help',
      ],
    },
  ];
  return formatSections(sections, help);
}
