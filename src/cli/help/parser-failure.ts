import type { Command, CommanderError } from 'commander';
import { similarName } from '../../contract/did-you-mean.ts';
import type { ProgramErrorCode } from '../errors/explanations/program-errors.ts';
import { Failure } from '../errors/failure.ts';
import { commandLineOf, helpHint } from './find-command.ts';
import { filled } from './lazy-commands.ts';

/**
 * Converts an error of the parser.
 *
 * @param command that the parser had reached
 */
export function parserFailure(error: CommanderError, command: Command): Failure {
  if (error.code === 'commander.help') {
    return new Failure('missing_command', 'a command is missing', { hint: helpHint(command) });
  }
  // The value of an unknown flag may be a secret.
  const text = error.message.replace(/(unknown option '-[^=']*)=.*'/s, "$1'");
  // Commander appends its suggestion as a second line.
  const [first = '', suggestion] = text.split('\n');
  const message = first.replace(/^error: /, '').replace(/'-\w, (--[^']*)'/g, "'$1'");
  const name = error.code.replace('commander.', '').replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
  return new Failure(name as ProgramErrorCode, message, {
    hint: hintFor(message, command) ?? suggestion?.replace(/^\((.*)\)$/, '$1') ?? helpHint(command),
  });
}

/** Returns `undefined` if nothing is known that is better than the parser's suggestion. */
function hintFor(message: string, command: Command): string | undefined {
  const [, kind, name = ''] =
    /^(unknown \w+|too many arguments)(?: '([^']*)')?/.exec(message) ?? [];
  if (kind === 'unknown command') return hintForCommand(name, command);
  if (kind === 'unknown option') return hintForFlag(name, command);
  if (kind === 'too many arguments') return hintForArguments(command);
  return undefined;
}

/** Commands that other programs have, by their name and those of ours. */
const commandsElsewhere: ReadonlyMap<string, readonly string[]> = new Map([
  ['ls', ['list', 'get']],
  ['show', ['get']],
  ['view', ['get']],
  ['edit', ['set']],
  ['update', ['set']],
  ['add', ['create', 'connect']],
  ['new', ['create', 'connect']],
  ['rm', ['delete', 'disconnect', 'unset']],
  ['remove', ['delete', 'disconnect', 'unset']],
  ['status', ['overview']],
  ['whoami', ['status']],
  ['find', ['search']],
]);

/** What to use instead of commands that are flags or settings here. */
const otherWays: ReadonlyMap<string, string> = new Map([
  ['version', 'Use newswatch --version'],
  [
    'login',
    'Set SERVICE_API_KEY, or save the file of a key: newswatch config set api-key-file FILE',
  ],
  ['logout', 'Unset SERVICE_API_KEY, or run newswatch config unset api-key-file'],
  ['follow', 'Use newswatch alerts list --follow'],
  ['tail', 'Use newswatch alerts list --follow'],
  ['watch', 'Use newswatch monitors create --prompt "…", then newswatch alerts list --follow'],
]);

function hintForCommand(word: string, group: Command): string | undefined {
  const below = commandsBelow(group);
  const hasName = (name: string) => below.some((each) => each.name() === name);
  const translations = commandsElsewhere.get(word);
  const ours = translations?.find(hasName) ?? translations?.[0] ?? word;
  const other = hasName(ours) ? undefined : otherWays.get(word);
  if (other !== undefined) return other;
  // In a group, `rm` does not mean the `delete` of another one.
  const elsewhere = translations ? [] : [commandsBelow(rootOf(group))];
  for (const commands of [below, ...elsewhere]) {
    const name = similarName(
      ours,
      commands.map((each) => each.name()),
    );
    const found = commands.filter((each) => each.name() === name);
    const ownChild = found.filter((each) => each.parent === group);
    const suggested = ownChild.length > 0 ? ownChild : found;
    if (suggested.length > 0 && suggested.length <= maxSuggestions) return didYouMean(suggested);
  }
  return undefined;
}

const maxSuggestions = 4;

function commandsBelow(command: Command): Command[] {
  return filled(command).commands.flatMap((each) => [each, ...commandsBelow(each)]);
}

function didYouMean(commands: readonly Command[]): string {
  return `Did you mean ${commands.map(commandLineOf).join(' or ')}?`;
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

function hintForFlag(flag: string, command: Command): string | undefined {
  if (flag === '--json') return 'JSON is the default: omit --json';
  if (flag.startsWith('--')) return undefined;
  const isLetter = /^-[a-z]$/i.test(flag);
  return isLetter ? helpHint(command) : 'Put -- before a value that begins with a dash';
}

/** Texts that belong to a flag are often given without it. */
function hintForArguments(command: Command): string {
  const required = command.options.find(({ description }) => description.endsWith('(required)'));
  if (command.registeredArguments.length > 0 || !required) {
    return 'Quote values that contain spaces';
  }
  return `Give the value with its flag: ${commandLineOf(command)} ${required.long} "…"`;
}
