import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../node/error-code.ts';
import { warnUnlessPrivate } from '../node/private-folder.ts';
import { StoreUnavailable } from './store-unavailable.ts';

const othersCanAccess = 0o077;
const groupCanWrite = 0o020;
const everybodyCanWrite = 0o002;

/**
 * Creates a file that only this user can access, or makes an existing one so. Never opens an existing
 * file: closing it would release the locks that this process has on it. On Windows, a file gets the
 * access of its folder, and a warning says so if that is not known to be private.
 *
 * @throws {StoreUnavailable} if another user may have planted it: it is not a regular file, belongs to
 *   another user, or others can write in its folder
 */
export function ensureOwnFile(path: string): void {
  checkFolder(dirname(path));
  const { O_CREAT, O_EXCL, O_RDWR } = constants;
  try {
    closeSync(openSync(path, O_CREAT | O_EXCL | O_RDWR, 0o600));
    warnUnlessPrivate(dirname(path));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) throw refused(path, 'is a symbolic link');
  if (!stats.isFile()) throw refused(path, 'is not a regular file');
  if (belongsToAnotherUser(stats)) throw refused(path, 'belongs to another user');
  if (stats.mode & othersCanAccess) chmodSync(path, 0o600);
}

function checkFolder(folder: string): void {
  const stats = statSync(folder);
  const { mode, gid } = stats;
  if (stats.uid !== 0 && belongsToAnotherUser(stats)) {
    throw refused(folder, 'belongs to another user');
  }
  const isShared = (mode & groupCanWrite) !== 0 && gid !== process.getegid?.();
  if (process.getegid && (isShared || mode & everybodyCanWrite)) {
    throw refused(
      folder,
      `can be changed by other users; use a new folder in it, or run: chmod go-w ${folder}`,
    );
  }
}

/** Root may use the files of every user, such as those of a mounted folder. */
function belongsToAnotherUser({ uid }: Stats): boolean {
  const user = process.geteuid?.();
  return user !== undefined && user !== 0 && user !== uid;
}

function refused(path: string, why: string): StoreUnavailable {
  return new StoreUnavailable(`${path} is not used: it ${why}`);
}
