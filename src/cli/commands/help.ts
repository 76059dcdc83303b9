import type { Command } from 'commander';
import { findCommand } from '../help/find-command.ts';
import { helpTopics } from '../help/help-topics.ts';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

/** Adds `help`: prints help for a command or a topic. */
export function addHelp(program: Command, { output }: Shell): void {
  withManual(program.command('help'), { examples })
    .argument('[command...]', 'a command, or a topic: exit-codes, environment')
    .summary('Print help for a command or a topic on stderr')
    .description('Print help for a command or a topic (exit-codes, environment) on stderr.')
    .action((words: string[]) => {
      const topic = helpTopics.get(words.join(' '));
      if (topic) output.note(topic());
      else findCommand(program, words, helpTopics.keys()).help();
    });
}

const examples = ['help news search', 'help exit-codes'];
