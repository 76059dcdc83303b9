import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { decodeText } from './decode-text.ts';
import { devicePath } from './device-path.ts';
import { TooLargeError } from './too-large-error.ts';

/** In bytes; much larger than any file that the program itself writes. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a regular file as text. The read is synchronous: a stream of a small file costs several
 * milliseconds at each start of the command line.
 *
 * @throws if it cannot be read, is a FIFO or device (which may never end), or is larger than 64 MiB
 */
export async function readTextFile(path: string): Promise<string> {
  // Without the flag, opening a FIFO waits for a writer. Windows has neither.
  const fd = openSync(devicePath(path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
    if (!stats.isFile()) throw new Error('is not a regular file');
    if (stats.size > maxBytes) throw new TooLargeError(maxBytes);
    return decodeText(readFileSync(fd));
  } finally {
    closeSync(fd);
  }
}
