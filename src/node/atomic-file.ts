import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, readlink, realpath, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { devicePath } from './device-path.ts';
import { errorCode } from './error-code.ts';
import { restrictToOwner } from './private-access.ts';
import { makePrivateFolder } from './private-folder.ts';
import { renameFile } from './rename-file.ts';

/** As many as Linux follows. */
const maxLinks = 40;

/** Moves a temporary file to its final path. */
type MoveFile = (temporaryPath: string, path: string) => Promise<void>;

/**
 * Replaces a file atomically: the old content stays until the new content is fully written to disk.
 * A symbolic link stays, and its target is replaced. The file keeps its permissions and owner.
 */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  const { target, stats } = await resolveTarget(path);
  const mode = stats && stats.mode & 0o777;
  await write(target, text, { mode, owner: stats, moveFile: renameFile });
}

/** Like `writeFileAtomically`, readable only by its owner. Creates the folder if it is missing. */
export async function writePrivateFileAtomically(path: string, text: string): Promise<void> {
  makePrivateFolder(dirname(path));
  const { target, stats } = await resolveTarget(path);
  await write(target, text, { mode: 0o600, owner: stats, moveFile: renameFile, isPrivate: true });
}

/**
 * Creates a file readable only by its owner, and its folder if it is missing. An existing file is
 * kept, so that processes that create it at the same time all read the same content afterwards.
 */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  makePrivateFolder(dirname(path));
  await write(path, text, {
    mode: 0o600,
    owner: undefined,
    moveFile: linkUnlessExists,
    isPrivate: true,
  });
}

export interface Target {
  /** The path without symbolic links in its last component, unless it is a FIFO, device or descriptor. */
  target: string;
  /** `undefined` if there is no file yet. */
  stats: Stats | undefined;
  /** The file descriptor of this process if the path names one, as /dev/stdout does. */
  descriptor?: number;
}

const descriptorPath = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

/**
 * Follows the symbolic links of a path, whose last target may not exist yet.
 *
 * @throws an error with the code `ELOOP` if there are too many
 */
export async function resolveTarget(name: string): Promise<Target> {
  const path = devicePath(name);
  const final = await stat(path).catch(() => undefined);
  // The links below /proc/self/fd, to which /dev/stdout points, are not paths.
  if (final && !final.isFile()) return { target: path, stats: final };
  let target = path;
  for (let links = 0; links <= maxLinks; links += 1) {
    const [, descriptor] = descriptorPath.exec(target) ?? [];
    if (descriptor) return { target, stats: final, descriptor: Number(descriptor) };
    const stats = await lstat(target).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (!stats?.isSymbolicLink()) return { target, stats };
    const destination = await readlink(target);
    // Not joined: `..` means the parent of the real folder, of which links may be part.
    const folder = await realpath(dirname(target));
    target = isAbsolute(destination) ? destination : `${folder}/${destination}`;
  }
  throw Object.assign(new Error('too many symbolic links'), { code: 'ELOOP' });
}

interface WriteOptions {
  /** Permissions (default: `0o666`, reduced by the umask). */
  mode: number | undefined;
  /** Whom the file shall belong to (default: the user of the process). */
  owner: Pick<Stats, 'uid' | 'gid'> | undefined;
  moveFile: MoveFile;
  /** Whether only its owner may access the file, also where modes have no effect (default: no). */
  isPrivate?: boolean;
}

async function write(path: string, text: string, options: WriteOptions): Promise<void> {
  const { mode, owner, moveFile, isPrivate = false } = options;
  const temporaryPath = join(dirname(path), `.newswatch-${randomUUID()}`);
  try {
    const file = await open(temporaryPath, 'wx', mode);
    try {
      if (owner) await setOwner(file, owner);
      // The umask may have removed permissions that the old file had.
      if (mode !== undefined) await file.chmod(mode).catch(() => {});
      if (isPrivate) restrictToOwner(temporaryPath, 'file');
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveFile(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true }).catch(() => {});
  }
}

/** Only a privileged user can give files away; for others the owner is their own user anyway. */
async function setOwner(file: FileHandle, { uid, gid }: Pick<Stats, 'uid' | 'gid'>) {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid).catch(() => {});
}

async function linkUnlessExists(temporaryPath: string, path: string): Promise<void> {
  try {
    await link(temporaryPath, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
