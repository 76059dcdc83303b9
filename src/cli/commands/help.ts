import type { Command } from 'commander';
import { findCommand, rootOf } from '../help/find-command.ts';
import { helpTopics } from '../help/help-topics.ts';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

/** Declares `help`: prints help for a command or a topic. */
export function declareHelp(command: Command, { output }: Shell): void {
  withManual(command, { examples })
    .argument('[command...]', 'a command, or a topic: exit-codes, environment')
    .description('Print help for a command or a topic (exit-codes, environment) on stderr.')
    .action(async (words: string[]) => {
      const topic = helpTopics.get(words.join(' '));
      if (topic) output.note(topic());
      else (await findCommand(rootOf(command), words, helpTopics.keys())).help();
    });
}

const examples = ['help news search', 'help exit-codes'];
