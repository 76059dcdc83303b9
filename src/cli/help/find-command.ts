import type { Command } from 'commander';
import { didYouMean } from '../errors/did-you-mean.ts';
import { usageFailure } from '../errors/failure.ts';
import { subcommandsOf, withFlags } from './lazy-commands.ts';

/** A hint: where a command is explained. */
export function helpHint(command: Command): string {
  const words: string[] = [];
  for (let each: Command | null = command; each; each = each.parent) words.unshift(each.name());
  return `See: ${words.join(' ')} --help`;
}

/**
 * The command of these words; the program itself for none.
 *
 * @param topics what else the first word might have meant
 * @throws {Failure} naming the word that leads nowhere, and what is near
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
      throw usageFailure(
        'unknown_command',
        `there is no command ${JSON.stringify(word)}${didYouMean(word, known)}`,
        helpHint(command),
      );
    }
    command = next;
  }
  return withFlags(command);
}
