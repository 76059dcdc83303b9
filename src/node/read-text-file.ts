import { decodeText } from './decode-text.ts';
import { openInput } from './open-input.ts';
import { readBounded } from './read-bounded.ts';

/** In bytes; much larger than any file that the program itself writes. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a regular file as text.
 *
 * @throws if it cannot be read, is a FIFO or device (which may never end), or is larger than 64 MiB
 */
export async function readTextFile(path: string): Promise<string> {
  const { stream, stats } = await openInput(path);
  if (!stats.isFile()) {
    stream.destroy();
    throw new Error('is not a regular file');
  }
  return decodeText(await readBounded(stream, maxBytes));
}
