import type { Command, Option } from 'commander';
import { schemaFields } from '../../output/view/schema-fields.ts';
import { flagsOf } from '../command-description.ts';
import { filled } from '../lazy-commands.ts';
import { manualOf } from '../manual.ts';

/** What may follow the words of a command line. */
interface Position {
  /** The command whose flags and arguments are valid. */
  command: Command;
  /** The command whose subcommands are valid. */
  group: Command;
  /** The flag whose value comes next. */
  flag?: Option | undefined;
}

/**
 * Completes the last word of an unfinished command line: `newswatch __complete WORD…`, which the
 * completion scripts run. That of PowerShell passes the words, separated by newlines, in the variable
 * `NEWSWATCH_COMPLETE`.
 *
 * @returns one line per candidate, with any description after a tab; only `:files` for a path
 */
export async function completionCandidates(
  program: Command,
  words: readonly string[],
): Promise<string[]> {
  const { command, group, flag } = await positionAfter(words.slice(0, -1), program);
  // bash splits --flag=value at the equals sign; other shells pass it as one word.
  const current = words.at(-1)?.replace(/^=$/, '') ?? '';
  const [assignment = '', name = ''] = /^(--[^=]+)=/.exec(current) ?? [];
  const option = flag ?? flagWithValue(program, command, name);
  if (option && /<(file|folder)[>.]/.test(option.flags)) return [':files'];
  if (option?.long === '--fields') return fieldCandidates(command, assignment, current);
  const candidates = option
    ? (option.argChoices ?? []).map((value) => assignment + value)
    : current.startsWith('-')
      ? flagsAt(program, command).flatMap(flagLines)
      : [
          ...group.commands.map((each) =>
            lineOf(each.name(), each.summary() || each.description()),
          ),
          ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
        ];
  return candidates.filter((line) => line.startsWith(current));
}

/** The last of several names that are separated by commas. */
function fieldCandidates(command: Command, assignment: string, current: string): string[] {
  const { operation } = manualOf(command);
  if (!operation) return [];
  const names = current.slice(assignment.length).split(',');
  const before =
    assignment +
    names
      .slice(0, -1)
      .map((name) => `${name},`)
      .join('');
  return schemaFields(operation)
    .filter((name) => !names.includes(name))
    .map((name) => before + name)
    .filter((line) => line.startsWith(current));
}

async function positionAfter(words: readonly string[], program: Command): Promise<Position> {
  let position: Position = { command: program, group: program };
  for (const word of words) {
    const { command, group, flag } = position;
    if (flag) {
      position = { command, group, flag: word === '=' ? flag : undefined };
      continue;
    }
    const next = await commandNamed(word, group);
    if (!next) position = { command, group, flag: flagWithValue(program, command, word) };
    else if (takesCommands(command)) position = { command, group: next };
    else position = { command: next, group: takesCommands(next) ? program : next };
  }
  return position;
}

async function commandNamed(name: string, group: Command): Promise<Command | undefined> {
  const command = group.commands.find((each) => each.name() === name);
  return command && filled(command);
}

/** Whether the arguments are the words of another command, as in `help news search`. */
function takesCommands({ registeredArguments: [argument] }: Command): boolean {
  return argument?.name() === 'command' && argument.variadic;
}

function flagsAt(program: Command, command: Command): readonly Option[] {
  return command === program ? flagsOf(program) : [...flagsOf(program), ...flagsOf(command)];
}

/** The flag with this name, if it takes a value. */
function flagWithValue(program: Command, command: Command, name: string): Option | undefined {
  return flagsAt(program, command).find(
    ({ long, short, required }) => required && (long === name || short === name),
  );
}

function flagLines({ long, short, description }: Option): string[] {
  return [long, short].flatMap((name) => (name ? [lineOf(name, description)] : []));
}

function lineOf(word: string, description: string): string {
  return `${word}\t${description.replaceAll('\n', ' ')}`;
}
