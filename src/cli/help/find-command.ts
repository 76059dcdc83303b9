import type { Command } from 'commander';
import { didYouMean } from '../../contract/did-you-mean.ts';
import { Failure } from '../errors/failure.ts';
import { filled } from './lazy-commands.ts';

/** The words of a command, without the program's name. */
export function commandWords(command: Command): string[] {
  return command.parent ? [...commandWords(command.parent), command.name()] : [];
}

/** A command as it is typed, such as `newswatch news search`. */
export function commandLineOf(command: Command): string {
  return ['newswatch', ...commandWords(command)].join(' ');
}

/** A hint that points to the help of a command. */
export function helpHint(command: Command): string {
  return `See: ${commandLineOf(command)} --help`;
}

/**
 * Finds a command by its words; no words mean the program itself. The name of an MCP tool, such as
 * `monitors.pause_all`, stands for the words of its command.
 *
 * @param topics help topics, which are suggested along with the commands
 * @throws {Failure} `unknown_command`, with a suggestion
 */
export function findCommand(
  program: Command,
  words: readonly string[],
  topics: Iterable<string> = [],
): Command {
  let command = program;
  for (const word of words.flatMap((each) => each.replaceAll('_', '-').split(/[. ]/))) {
    const { commands } = filled(command);
    const next = commands.find((each) => each.name() === word);
    if (!next) {
      const names = commands.map((each) => each.name());
      const known = command === program ? [...names, ...topics] : names;
      throw new Failure(
        'unknown_command',
        `there is no command ${JSON.stringify(word)}${didYouMean(word, known)}`,
        { hint: helpHint(command) },
      );
    }
    command = next;
  }
  return filled(command);
}

/**
 * The words of `newswatch news help search`, as those of `newswatch help news search`. Help that is asked
 * for twice, as in `newswatch help news --help`, is asked for once.
 */
export function helpFirst(program: Command, words: readonly string[]): readonly string[] {
  const [first, ...others] = beginningWithHelp(program, words);
  if (first !== 'help') return words;
  const command = others.filter((word) => !['help', '--help', '-h'].includes(word));
  return command.length > 0 ? [first, ...command] : words;
}

function beginningWithHelp(program: Command, words: readonly string[]): readonly string[] {
  const at = words.indexOf('help');
  if (at < 1) return words;
  let group: Command | undefined = program;
  for (const word of words.slice(0, at)) {
    group = filled(group).commands.find((each) => each.name() === word);
    if (!group || filled(group).commands.length === 0) return words;
  }
  return ['help', ...words.toSpliced(at, 1)];
}
