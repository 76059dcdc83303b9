import type { Readable } from 'node:stream';
import { usageFailure } from '../../errors/failure.ts';

/** Bytes; far more than any event has. */
const most = 16 * 1024 * 1024;

/**
 * All that a file or standard input holds.
 *
 * @throws {Failure} naming it where that is more than an event could be
 */
export async function readBytes(source: Readable, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) {
      throw usageFailure('invalid_value', `${name} holds more than ${most} bytes: no request does`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
