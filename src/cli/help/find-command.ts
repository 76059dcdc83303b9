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

/** The program that a command belongs to. */
export function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
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
export async function findCommand(
  program: Command,
  words: readonly string[],
  topics: Iterable<string> = [],
): Promise<Command> {
  let command = program;
  for (const word of words.flatMap((each) => each.replaceAll('_', '-').split(/[. ]/))) {
    const { commands } = await filled(command);
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
export async function helpFirst(
  program: Command,
  words: readonly string[],
): Promise<readonly string[]> {
  const [first, ...others] = await beginningWithHelp(program, words);
  if (first !== 'help') return words;
  const command = others.filter((word) => !['help', '--help', '-h'].includes(word));
  return command.length > 0 ? [first, ...command] : words;
}

async function beginningWithHelp(
  program: Command,
  words: readonly string[],
): Promise<readonly string[]> {
  const at = words.indexOf('help');
  if (at < 1) return words;
  let group: Command | undefined = program;
  let index = 0;
  for (; index < at; index++) {
    const word = words[index] ?? '';
    if (word.startsWith('-')) {
      const flag = program.options.find(({ long, short }) => [long, short].includes(word));
      if (flag?.required) index++;
      continue;
    }
    group = group.commands.find((each) => each.name() === word);
    if (!group || (await filled(group)).commands.length === 0) return words;
  }
  return index > at ? words : ['help', ...words.toSpliced(at, 1)];
}
