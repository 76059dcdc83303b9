import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './error-code.ts';

/** What `renameFile()` uses of the operating system. */
export interface RenameHost {
  platform: NodeJS.Platform;
  rename(from: string, to: string): Promise<void>;
  /** @param milliseconds how long to wait */
  sleep(milliseconds: number): Promise<void>;
}

/** Errors of Windows while another program, such as a virus scanner, has one of the files open. */
const temporaryCodes = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** Milliseconds between attempts; 2.5 seconds in total. */
const pauses = [10, 20, 40, 80, 160, 320, 640, 640, 640];

/**
 * Renames a file, and replaces a file of the new name. On Windows it retries while a program has one
 * of the files open.
 *
 * @throws the system error of the last attempt
 */
export async function renameFile(
  from: string,
  to: string,
  host: RenameHost = systemHost,
): Promise<void> {
  for (const pause of host.platform === 'win32' ? pauses : []) {
    try {
      return await host.rename(from, to);
    } catch (error) {
      if (!temporaryCodes.has(errorCode(error) ?? '')) throw error;
      await host.sleep(pause);
    }
  }
  await host.rename(from, to);
}

const systemHost: RenameHost = {
  platform: process.platform,
  rename,
  sleep: (milliseconds) => delay(milliseconds),
};
