import { close, constants, createWriteStream, fstatSync, openSync, statSync } from 'node:fs';
import { addAbortSignal, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { errorCode } from './error-code.ts';

/** Milliseconds between attempts to open a FIFO without a reader. */
const openInterval = 50;

/**
 * Writes to a FIFO or device, and waits for the reader of a FIFO. No thread is occupied meanwhile,
 * which the end of the process would wait for.
 *
 * @throws the `AbortError` of the signal if it is aborted first
 */
export async function writeStreamFile(
  path: string,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const stream = addAbortSignal(signal, await writableOf(await openForWriting(path, signal)));
  stream.end(text);
  await finished(stream, { readable: false });
}

async function openForWriting(path: string, signal: AbortSignal): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      const isUnread = errorCode(error) === 'ENXIO' && statSync(path).isFIFO();
      if (!isUnread) throw error;
      await setTimeout(openInterval, undefined, { signal });
    }
  }
}

async function writableOf(fd: number): Promise<Writable> {
  try {
    const stats = fstatSync(fd);
    if (stats.isFIFO()) {
      const { Socket } = await import('node:net');
      return new Socket({ fd, readable: false, writable: true });
    }
    const { isatty, WriteStream } = await import('node:tty');
    return isatty(fd) ? new WriteStream(fd) : createWriteStream('', { fd });
  } catch (error) {
    close(fd);
    throw error;
  }
}
