import type { Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { exposureOf } from '../../node/exposed-file.ts';
import { Failure } from '../errors/failure.ts';
import type { Output } from '../output/output.ts';

/** A file with an API key or signing secret. */
interface FileWithSecret {
  /** Its path. */
  file: string;
  /** How messages name it, such as `--fixture FILE`. */
  name: string;
  stats: Stats;
}

/**
 * Rejects a file that users other than its owner can access. Only warns if its file system does not
 * let that change.
 *
 * @throws {Failure} with the command that fixes it
 */
export async function rejectExposedFile(
  { file, name, stats }: FileWithSecret,
  output: Pick<Output, 'note'>,
): Promise<void> {
  const exposure = await exposureOf(file, stats);
  if (exposure === 'no') return;
  const message = `${name} is accessible to other users (mode ${modeOf(stats)})`;
  if (exposure === 'fixable') {
    throw new Failure('exposed_secret', message, { hint: hintFor(file, stats) });
  }
  output.note(`newswatch: warning: ${message}, and its file system does not let that change`);
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}

/** Only root can change the owner of a file, and only root and its owner its mode. */
function hintFor(file: string, { uid }: Stats): string {
  const chmod = `chmod 600 ${quoted(file)}`;
  const user = process.geteuid?.() ?? uid;
  if (user === 0 || user === uid) return `Run: ${chmod}`;
  return `The file belongs to another user. Run as root: chown ${userName(user)} ${quoted(file)} && ${chmod}`;
}

/** Its number if it has no name, as in a container. */
function userName(uid: number): string {
  try {
    return userInfo().username;
  } catch {
    return String(uid);
  }
}

/** Quoted for a shell if necessary. */
function quoted(path: string): string {
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
