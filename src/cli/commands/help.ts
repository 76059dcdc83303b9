import type { Command } from 'commander';
import { usageFailure } from '../failure.ts';
import { helpTopics } from '../help-topics.ts';
import { withManual } from '../manual.ts';
import { nearest } from '../nearest.ts';
import type { Shell } from '../shell.ts';

/** Adds `help`: for a command, or a topic that belongs to none. */
export function addHelp(program: Command, { output }: Shell): void {
  withManual(program.command('help'), { examples })
    .argument('[word...]', 'the words of a command, or exit-codes, environment')
    .summary('Print help for a command or a topic on stderr')
    .description('Print help for a command, or for a topic: exit-codes, environment. On stderr.')
    .action((words: string[]) => {
      const topic = helpTopics.get(words.join(' '));
      if (topic) output.note(topic());
      else commandNamed(program, words).help();
    });
}

const examples = ['help news search', 'help exit-codes'];

function commandNamed(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const names = command.commands.map((each) => each.name());
    const next = command.commands.find((each) => each.name() === word);
    if (!next) {
      const known = command === program ? [...names, ...helpTopics.keys()] : names;
      throw usageFailure(
        'unknown_command',
        `there is no help for ${JSON.stringify(word)}${nearest(word, known)}`,
        'See: newswatch --help',
      );
    }
    command = next;
  }
  return command;
}
