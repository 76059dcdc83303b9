import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from './error-code.ts';

/** The permissions of all users but the owner. */
const others = 0o077;

/**
 * Whether users other than its owner can access a file with a secret: `fixable` with `chmod`, or `fixed`
 * if the file system is read-only or has no permissions. `no` for a FIFO or device, and on Windows.
 */
export type Exposure = 'no' | 'fixable' | 'fixed';

/** Creates and deletes a file in the folder of an exposed one, to see whether `chmod` has an effect. */
export async function exposureOf(
  path: string,
  stats: Stats,
  platform: NodeJS.Platform = process.platform,
): Promise<Exposure> {
  if (platform === 'win32' || !stats.isFile() || !isExposed(stats)) return 'no';
  const probe = join(dirname(path), `.newswatch-${randomUUID()}`);
  try {
    const file = await open(probe, 'wx', 0o600);
    try {
      return isExposed(await file.stat()) ? 'fixed' : 'fixable';
    } finally {
      await file.close();
    }
  } catch (error) {
    return errorCode(error) === 'EROFS' ? 'fixed' : 'fixable';
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

function isExposed({ mode }: Stats): boolean {
  return (mode & others) !== 0;
}
