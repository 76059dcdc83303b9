import type { Command, CommanderError } from 'commander';
import { similarName } from '../../contract/did-you-mean.ts';
import type { ProgramErrorCode } from '../errors/explanations/program-errors.ts';
import { Failure } from '../errors/failure.ts';
import { hintForCommand } from './command-hint.ts';
import { commandLineOf, helpHint } from './find-command.ts';
import { hintForFlag, hintForProgram, listHint } from './flag-hint.ts';
import { manualOf } from './manual.ts';

/**
 * Converts an error of the parser.
 *
 * @param command that the parser had reached
 */
export async function parserFailure(error: CommanderError, command: Command): Promise<Failure> {
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
    hint: (await hintFor(message, command)) ?? suggestionOf(suggestion) ?? helpHint(command),
  });
}

/** The parser's suggestion of a flag; those of commands may name what does something else. */
function suggestionOf(line = ''): string | undefined {
  return /^\((Did you mean .*--.*)\)$/.exec(line)?.[1];
}

/** Returns `undefined` if nothing is known that is better than the parser's suggestion. */
async function hintFor(message: string, command: Command): Promise<string | undefined> {
  const [, value, choices] =
    /argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s.exec(message) ?? [];
  if (value !== undefined && choices !== undefined)
    return hintForChoice(value, choices.split(', '));
  const [, kind, name = ''] =
    /^(unknown \w+|too many arguments)(?: '([^']*)')?/.exec(message) ?? [];
  if (kind === 'unknown command') return hintForCommand(name, command);
  if (kind === 'unknown option') {
    return hintForProgram(name, command) ?? hintForFlag(name, command);
  }
  if (kind === 'too many arguments') return hintForArguments(command);
  return undefined;
}

function hintForChoice(value: string, choices: readonly string[]): string | undefined {
  const similar = similarName(value, choices);
  return similar === undefined ? undefined : `Did you mean ${similar}?`;
}

/** Texts and ids that belong to a flag are often given without it. */
function hintForArguments(command: Command): string {
  const isUrl = command.args.some((each) => each.includes('://'));
  const required = command.options.filter((each) => each.description.endsWith('(required)'));
  const text =
    required.find(({ flags }) => isUrl && flags.endsWith('<url>')) ??
    required.find(({ argChoices }) => !argChoices);
  const [argument] = command.registeredArguments;
  if (argument?.name() === 'id') return 'Call it once for each id';
  if (argument?.name() === 'tool')
    return 'Write the name of a tool with a dot, such as news.search';
  if (argument) return 'Quote values that contain spaces';
  const withFlag = (value: string, flag = '') =>
    `Give the ${value} with its flag: ${commandLineOf(command)} ${flag}`;
  if (text) return withFlag('value', `${text.long} "…"`);
  const id = command.options.find(({ flags }) => flags.endsWith(' <id>'));
  if (id) return withFlag('id', id.flags);
  const [, count] = /^-(\d+)$/.exec(command.args[0] ?? '') ?? [];
  if (count && command.options.some(({ long }) => long === '--limit'))
    return `Use --limit ${count}`;
  const { operation } = manualOf(command);
  if (operation?.name === 'news.latest') return 'Use newswatch news search "…"';
  return operation?.list === undefined ? helpHint(command) : listHint(operation.list);
}
