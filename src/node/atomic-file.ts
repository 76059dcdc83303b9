import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makePrivateFolder } from './private-folder.ts';
import { errorCode } from './system-error.ts';

/** Moves a temporary file to its final path. */
type MoveFile = (temporaryPath: string, path: string) => Promise<void>;

/**
 * Replaces a file atomically: the old content stays until the new content is fully written to disk.
 *
 * @param mode permissions of the file (default: `0o666`, reduced by the umask)
 */
export function writeFileAtomically(path: string, text: string, mode?: number): Promise<void> {
  return write(path, text, mode, rename);
}

/** Like `writeFileAtomically`, readable only by its owner. Creates the folder if it is missing. */
export async function writePrivateFileAtomically(path: string, text: string): Promise<void> {
  makePrivateFolder(dirname(path));
  await write(path, text, 0o600, rename);
}

/**
 * Creates a file readable only by its owner, and its folder if it is missing. An existing file is
 * kept, so that processes that create it at the same time all read the same content afterwards.
 */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  makePrivateFolder(dirname(path));
  await write(path, text, 0o600, linkUnlessExists);
}

async function write(path: string, text: string, mode: number | undefined, moveFile: MoveFile) {
  const temporaryPath = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const file = await open(temporaryPath, 'wx', mode);
    try {
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

async function linkUnlessExists(temporaryPath: string, path: string): Promise<void> {
  try {
    await link(temporaryPath, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
