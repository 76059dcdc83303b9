import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What stands between a draft and its place. */
type Placing = (draft: string, path: string) => Promise<void>;

/**
 * Replaces a file whole or not at all: what was there stays until all of the text is on the disk.
 *
 * @param mode permissions of the file; the usual ones unless given
 */
export function writeFileAtomically(path: string, text: string, mode?: number): Promise<void> {
  return place(path, text, mode, rename);
}

/** The same for the owner's eyes alone, in a folder that is made for them where it is missing. */
export async function writePrivateFileAtomically(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path));
  await place(path, text, 0o600, rename);
}

/** Makes such a file unless it is there: of those who try at the same time, the first one's stays. */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path));
  await place(path, text, 0o600, linkUnlessThere);
}

async function place(path: string, text: string, mode: number | undefined, put: Placing) {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await put(draft, path);
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
}

async function linkUnlessThere(draft: string, path: string): Promise<void> {
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Step by step: Node's own recursive way never ends where a parent cannot hold folders (/proc). */
async function makeFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).catch(() => undefined);
  if (isThere || dirname(folder) === folder) return;
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process has made it in the meantime.
    if (error.code !== 'EEXIST') throw error;
  });
}
