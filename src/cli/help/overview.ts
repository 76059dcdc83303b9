import type { Command } from 'commander';
import { commandLineOf, findCommand } from './find-command.ts';

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

/** What `newswatch` without a command prints. */
export function overview(program: Command): string {
  const rows = commonCommands.map((words) => {
    const command = findCommand(program, words.split(' '));
    return [commandLineOf(command), command.summary() || command.description()] as const;
  });
  const width = Math.max(...rows.map(([line]) => line.length));
  return [
    program.description(),
    '',
    ...rows.map(([line, summary]) => `  ${line.padEnd(width)}  ${summary}`),
    '',
    'Try it without an account: newswatch --local news search "chip exports"',
    'All commands and flags: newswatch --help',
  ].join('\n');
}
