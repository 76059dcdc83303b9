import type { CommandDescription } from '../command-description.ts';

/** A completion candidate. */
export interface CompletionItem {
  word: string;
  meaning: string;
}

/** The candidates after the words of one command. */
export interface CompletionPosition {
  /** `news search`; empty for the program itself, whose flags are valid everywhere. */
  words: string;
  subcommands: readonly CompletionItem[];
  flags: readonly CompletionItem[];
  /** The flags that take a value, with their valid values; empty if any value is valid. */
  valued: readonly (readonly [flag: string, values: readonly string[]])[];
  /** The flags whose value is a file or a folder. */
  files: readonly string[];
  /** The valid values of arguments. */
  values: readonly string[];
}

/** All positions of the command line that can be completed. */
export function completionTable(program: CommandDescription): CompletionPosition[] {
  const commands = allUnder(program);
  const groups = commands.filter(({ subcommands }) => subcommands.length > 0);
  return commands.flatMap((command) => {
    if (!takesCommands(command)) return [placeOf(command)];
    // The arguments of `help` and `schema` are commands and completed like them.
    return groups.map((group) => ({
      ...placeOf(command),
      words: [...command.words, ...group.words].join(' '),
      subcommands: candidatesIn(group),
    }));
  });
}

function allUnder(command: CommandDescription): CommandDescription[] {
  return [command, ...command.subcommands.flatMap(allUnder)];
}

function takesCommands({ arguments: given }: CommandDescription): boolean {
  return given.some(({ name, variadic }) => name === 'command' && variadic);
}

function placeOf(command: CommandDescription): CompletionPosition {
  const flags = command.flags.flatMap((each) =>
    [each.flag, each.short].flatMap((word) => (word === null ? [] : [{ ...each, word }])),
  );
  const valued = flags.filter(({ value }) => value !== null);
  return {
    words: command.words.join(' '),
    subcommands: candidatesIn(command),
    flags: flags.map(({ word, description }) => ({ word, meaning: description })),
    valued: valued.map(({ word, choices }) => [word, choices ?? []]),
    files: valued
      .filter(({ value }) => value === 'file' || value === 'folder')
      .map(({ word }) => word),
    values: command.arguments.flatMap(({ choices }) => choices ?? []),
  };
}

function candidatesIn({ subcommands }: CommandDescription): CompletionItem[] {
  return subcommands.map(({ words, summary }) => ({ word: words.at(-1) ?? '', meaning: summary }));
}
