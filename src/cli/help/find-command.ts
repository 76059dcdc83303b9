import type { Command } from 'commander';
import { didYouMean } from '../errors/did-you-mean.ts';
import { Failure } from '../errors/failure.ts';
import { subcommandsOf, withFlags } from './lazy-commands.ts';

/** A hint that points to the help of a command. */
export function helpHint(command: Command): string {
  const words: string[] = [];
  for (let each: Command | null = command; each; each = each.parent) words.unshift(each.name());
  return `See: ${words.join(' ')} --help`;
}

/**
 * Finds a command by its words; no words mean the program itself.
 *
 * @param topics further valid first words, for suggestions
 * @throws {Failure} `unknown_command`, with a suggestion
 */
export function findCommand(
  program: Command,
  words: readonly string[],
  topics: Iterable<string> = [],
): Command {
  let command = program;
  for (const word of words) {
    const next = subcommandsOf(command).find((each) => each.name() === word);
    if (!next) {
      const names = subcommandsOf(command).map((each) => each.name());
      const known = command === program ? [...names, ...topics] : names;
      throw new Failure(
        'unknown_command',
        `there is no command ${JSON.stringify(word)}${didYouMean(word, known)}`,
        { hint: helpHint(command) },
      );
    }
    command = next;
  }
  return withFlags(command);
}
