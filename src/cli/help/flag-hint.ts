import type { Command } from 'commander';
import { formats } from '../output/view/view.ts';
import { translating } from './command-hint.ts';
import { commandLineOf, commandWords, helpHint } from './find-command.ts';
import { manualOf } from './manual.ts';

/** Flags that other programs have, and what ours are called: the first that a command has. */
const translations: ReadonlyMap<string, readonly string[]> = translating([
  ['n max count top first size number num max-results per-page page-size', ['--limit']],
  ['hours hours-ago hours-back lookback', ['--hours-ago', '--since']],
  ['days last period range after from start start-date from-date newer-than', ['--since']],
  ['before to end end-date to-date older-than', ['--until']],
  ['page offset skip page-token', ['--cursor']],
  ['query topic keywords keyword text description search', ['--prompt']],
  ['name', ['--title']],
  ['interval frequency minutes every-minutes', ['--every']],
  ['at time daily hourly cron schedule', ['--every']],
  ['language languages lang', ['--include-languages']],
  ['source sources site domain', ['--include-sources']],
  ['select columns field keys properties', ['--fields']],
  ['url webhook callback callback-url hook', ['--webhook-url']],
  ['id connection connection-id', ['--channel']],
  ['timezone tz', ['--time-zone']],
  ['force confirm assume-yes', ['--yes']],
]);

const clockTimes = new Set(['at', 'time', 'daily', 'hourly', 'cron', 'schedule']);

/** What to use instead of flags, by command and flag. */
const otherWays: ReadonlyMap<string, string> = translating([
  ...['webhook', 'notify', 'deliver-to', 'url', 'callback', 'email', 'slack'].map(
    (flag) =>
      [
        `monitors-create-${flag}`,
        'Create it, then: newswatch delivery connect --platform webhook --webhook-url URL --monitor ID',
      ] as const,
  ),
  ['monitors-edit-status', 'Use newswatch monitors pause or newswatch monitors resume'],
  ['monitors-edit-prompt', 'A prompt cannot change: create another monitor and delete this one'],
  ['monitors-pause-all', 'Use newswatch monitors pause-all'],
  ['monitors-list-limit monitors-list-all', 'It lists all monitors; --max-bytes bounds the output'],
  ['mcp-serve-stdio', 'It always uses stdio: omit --stdio'],
]);

/** What to use instead of flags, in any command that does not have a translation of them. */
const generalWays: ReadonlyMap<string, string> = translating([
  ['timezone tz time-zone', 'Use newswatch profile update --time-zone ZONE'],
  ['no-color no-colors no-colour plain', 'Use --color never'],
  ['pretty indent', 'JSON is indented by default: omit it'],
  ['raw raw-output', '--jq prints strings without quotes: omit it'],
]);

/** Flags that select or order the items of a list, which only jq does here. */
const listFilters = new Set(
  'since until days last hours hours-ago from to search query filter where keyword status source sources site language lang monitor tag sort sort-by order order-by reverse'.split(
    ' ',
  ),
);

/** Flags that are often given for an argument. */
const argumentFlags = new Set([
  'id',
  'monitor',
  'channel',
  'connection',
  'query',
  'search',
  'tool',
]);

/** @param flag as it was given, such as `--limt` or `-l` */
export function hintForFlag(flag: string, command: Command): string | undefined {
  if (flag === '--json') return 'JSON is the default: omit --json; --fields selects fields';
  if (flag.startsWith('--')) return hintForName(flag.slice(2), command);
  const isLetter = /^-[a-z]$/i.test(flag);
  return isLetter ? helpHint(command) : 'Put -- before a value that begins with a dash';
}

function hintForName(name: string, command: Command): string | undefined {
  const words = commandWords(command);
  if (words.join(' ') === 'mcp call') {
    return `Write an argument of the tool as ${name.replaceAll('-', '_')}=VALUE, or all as --json '{…}'`;
  }
  const way = otherWays.get([...words, name].join('-'));
  if (way !== undefined) return way;
  if (isFormatOf(command, name)) return `Use --format ${name}`;
  const known = command.options.map(({ long }) => long);
  const ours = translations.get(name)?.find((each) => known.includes(each));
  if (ours === undefined) return hintForMissing(name, command);
  const clock =
    ours === '--every' && clockTimes.has(name)
      ? ' A monitor has no time of day; --quiet-hours 07:30-07:00 holds its alerts back until 07:00'
      : '';
  return `Did you mean ${ours}?${clock}`;
}

/** The hint for a flag that the command does not have under another name either. */
function hintForMissing(name: string, command: Command): string | undefined {
  const [argument] = command.registeredArguments;
  if (argument && argumentFlags.has(name)) {
    return `Give it without a flag: ${commandLineOf(command)} <${argument.name()}>`;
  }
  const list = manualOf(command).operation?.list;
  if (list !== undefined && listFilters.has(name)) return listHint(list);
  return generalWays.get(name);
}

/** What to do if the flag is one of the program that another flag names. */
export function hintForProgram(flag: string, command: Command): string | undefined {
  const { exec: [program] = [] } = command.opts<{ exec?: readonly string[] }>();
  if (program === undefined) return undefined;
  return `Put flags of the program after --, such as --exec ${program} -- ${flag}`;
}

function isFormatOf(command: Command, name: string): boolean {
  const hasFormat = command.options.some(({ long }) => long === '--format');
  return hasFormat && formats.some((each) => each === name);
}

/** How to select items of a list. */
export function listHint(list = 'items'): string {
  return `Select or sort items with --jq, such as '.${list}[] | select(tostring | test("word"; "i"))'`;
}
