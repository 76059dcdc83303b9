import { close, constants, createReadStream, fstatSync, openSync, type Stats } from 'node:fs';
import type { Readable } from 'node:stream';
import { devicePath } from './device-path.ts';

interface OpenInput {
  stream: Readable;
  stats: Stats;
}

/**
 * Opens a file, FIFO or device for reading. Destroying the stream always ends the read: opening or
 * reading a FIFO the usual way would occupy a thread, which the end of the process waits for.
 */
export async function openInput(path: string): Promise<OpenInput> {
  // Windows has neither the flag nor FIFOs in the file system.
  const fd = openSync(devicePath(path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
    return { stream: await readableOf(fd, stats), stats };
  } catch (error) {
    close(fd);
    throw error;
  }
}

async function readableOf(fd: number, stats: Stats): Promise<Readable> {
  if (stats.isFIFO() || stats.isSocket()) {
    const { Socket } = await import('node:net');
    return new Socket({ fd, readable: true, writable: false });
  }
  if (stats.isCharacterDevice()) {
    const { isatty, ReadStream } = await import('node:tty');
    if (isatty(fd)) return new ReadStream(fd);
  }
  return createReadStream('', { fd });
}
