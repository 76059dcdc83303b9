import { shorten } from '../../contract/shorten.ts';
import type { GlobalFlags } from '../config/settings.ts';
import { Failure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';
import { askYesNo, canAsk } from './ask.ts';

/** Something that a command destroys, such as "Delete the monitor mon_1". */
export interface Destruction {
  /** The verb of the question, such as `Delete`. */
  verb: string;
  /** What is affected, in the singular, such as `monitor`; without `ids`, all of it. */
  noun: string;
  /** A sentence on what is lost, if the question does not say it. */
  loss?: string | undefined;
  ids?: readonly string[];
  /** The names by id, such as titles of monitors, if they can be found. Called before a question. */
  names?(): Promise<ReadonlyMap<string, string>>;
}

export interface ConfirmFlags extends GlobalFlags {
  /** Do it without a question. */
  yes?: boolean;
}

/**
 * Asks a person on a terminal; elsewhere, `--yes` is required.
 *
 * @throws {Failure} `confirmation_required`, or `cancelled` if the answer is not yes
 */
export async function confirm(
  destruction: Destruction,
  { yes, apiKeyFile }: ConfirmFlags,
  shell: Shell,
): Promise<void> {
  if (yes) return;
  const { names, ids, loss } = destruction;
  if (apiKeyFile === '-' || ids?.includes('-') || !canAsk(shell)) {
    throw new Failure('confirmation_required', `${actionOf(destruction)}: --yes is required`);
  }
  const known = (await names?.()) ?? new Map<string, string>();
  const question = [`${actionOf(destruction, known)}?`, ...listed(ids, known)].join('\n');
  const separator = question.includes('\n') ? '\n' : ' ';
  if (await askYesNo(loss === undefined ? question : question + separator + loss, shell)) return;
  throw new Failure('cancelled', 'nothing was changed');
}

/** In things; more are counted. */
const maxListed = 20;

function actionOf({ verb, noun, ids }: Destruction, names?: ReadonlyMap<string, string>): string {
  if (ids === undefined) return `${verb} ${noun}`;
  const [id = ''] = ids;
  if (ids.length > 1) return `${verb} ${ids.length} ${noun}s`;
  return `${verb} the ${noun} ${names ? described(id, names) : id}`;
}

function listed(ids: readonly string[] = [], names: ReadonlyMap<string, string>): string[] {
  if (ids.length < 2) return [];
  const lines = ids.slice(0, maxListed).map((id) => `  ${described(id, names)}`);
  return ids.length > maxListed ? [...lines, `  and ${ids.length - maxListed} more`] : lines;
}

function described(id: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(id);
  if (name === undefined) return id;
  return `“${shorten(name.replace(/\s+/g, ' '), 80)}” (${id})`;
}
