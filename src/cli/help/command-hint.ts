import type { Command } from 'commander';
import { similarName } from '../../contract/did-you-mean.ts';
import { commandLineOf, commandWords, rootOf } from './find-command.ts';
import { completed } from './lazy-commands.ts';

/** Words that other programs have for commands, and what ours are called: the first that a group has. */
const translations: ReadonlyMap<string, readonly string[]> = translating([
  ['ls list', ['list', 'latest', 'get', 'tools']],
  ['show view get read open describe info details', ['get', 'list', 'overview', 'status']],
  ['edit set update change modify configure rename', ['edit', 'set', 'update']],
  ['add new create', ['create', 'connect']],
  ['rm remove delete destroy', ['delete', 'disconnect', 'unset']],
  ['start', ['serve', 'resume']],
  ['unpause enable activate', ['resume']],
  ['stop disable deactivate suspend', ['pause']],
  ['stop-all', ['pause-all']],
  ['history logs log executions', ['runs', 'get']],
  ['trigger execute exec', ['run']],
  ['test', ['test', 'run']],
  ['status', ['overview', 'get']],
  ['latest recent newest top headlines today', ['latest', 'list']],
  ['find search query lookup', ['search', 'list']],
  ['next schedule', ['list']],
  ['plan plans limits billing pricing upgrade subscription me', ['overview']],
  ['quota stats', ['usage']],
  ['whoami', ['status']],
  ['ping health check', ['doctor']],
  ['signin', ['login']],
  ['signout', ['logout']],
  ['retry redeliver resend', ['replay']],
]);

/** What to use instead of commands that are flags or settings here, by the word or by group and word. */
const otherWays: ReadonlyMap<string, string> = translating([
  ['version', 'Use newswatch --version'],
  ['follow tail', 'Use newswatch alerts list --follow'],
  ['watch', 'Use newswatch monitors create --prompt "…", then newswatch alerts list --follow'],
  ['results', 'Use newswatch alerts list'],
  ['articles article stories', 'Use newswatch news search "…" or newswatch news latest'],
  [
    'webhooks hooks channels connections',
    'Use newswatch delivery get or newswatch delivery connect',
  ],
  [
    'monitors-import monitors-apply monitors-sync monitors-load apply',
    'Use newswatch monitors create --from FILE --dry-run',
  ],
  ['admin-news-import admin-news-load import', 'Use newswatch admin news add FILE'],
  ['deliveries', 'Use newswatch delivery get'],
  ['retry redeliver resend', 'Deliveries are retried by themselves: see newswatch delivery get'],
  ...Object.entries({ pause: 'paused', stop: 'paused', disable: 'disabled', resume: 'active' }).map(
    ([word, status]) =>
      [`delivery-${word}`, `Use newswatch delivery set ID --status ${status}`] as const,
  ),
  ['delivery-enable delivery-unpause', 'Use newswatch delivery set ID --status active'],
]);

/** Groups whose commands are often looked for in another one. */
const relatedGroups: ReadonlyMap<string, string> = new Map([['webhook', 'delivery']]);

/**
 * Names the command that was probably meant by an unknown one. In a group, only the same word names a command of
 * another group: a similar one may do something else.
 */
export async function hintForCommand(word: string, group: Command): Promise<string | undefined> {
  const root = await completed(rootOf(group));
  const below = commandsBelow(group);
  const related = root.commands.find((each) => each.name() === relatedGroups.get(group.name()));
  const words = translations.get(word);
  for (const commands of [below, related ? commandsBelow(related) : []]) {
    const name = words?.find((each) => commands.some((command) => command.name() === each));
    if (name !== undefined) return suggestion(named(name, commands, group));
  }
  const way = otherWays.get([...commandWords(group), word].join('-')) ?? otherWays.get(word);
  if (way !== undefined) return way;
  const similar = similarName(
    word,
    below.map((each) => each.name()).filter((name) => name[0] === word[0]?.toLowerCase()),
  );
  if (similar !== undefined) return suggestion(named(similar, below, group));
  // `rm` of a group does not mean the `delete` of another one.
  return words ? undefined : suggestion(named(word, commandsBelow(root), group));
}

/**
 * The commands of a name: those of the group itself, else those in the fewest groups: `monitors list`,
 * but not `admin accounts list`.
 */
function named(name: string, commands: readonly Command[], group: Command): readonly Command[] {
  const found = commands.filter((each) => each.name() === name);
  const own = found.filter((each) => each.parent === group);
  if (own.length > 0) return own;
  const nearest = Math.min(...found.map(depthOf));
  return found.filter((each) => depthOf(each) === nearest);
}

function depthOf({ parent }: Command): number {
  return parent ? 1 + depthOf(parent) : 0;
}

const maxSuggestions = 4;

function suggestion(commands: readonly Command[]): string | undefined {
  if (commands.length === 0 || commands.length > maxSuggestions) return undefined;
  return `Did you mean ${commands.map(commandLineOf).join(' or ')}?`;
}

function commandsBelow(command: Command): Command[] {
  return command.commands.flatMap((each) => [each, ...commandsBelow(each)]);
}

/** A map that has the value of a row under each of its words. */
export function translating<Value>(
  rows: readonly (readonly [words: string, value: Value])[],
): ReadonlyMap<string, Value> {
  return new Map(
    rows.flatMap(([words, value]) => words.split(' ').map((word) => [word, value] as const)),
  );
}
