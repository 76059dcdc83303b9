import { createGunzip } from 'node:zlib';

/** Bytes per write to zlib. The output is up to a thousand times as large and held in memory. */
const maxWrite = 8192;

/** How a stream of bytes has ended. */
export interface Ending {
  /** Why it ends early; `null` if it is complete or has not ended yet. */
  truncation: string | null;
}

/** Whether data begins with the gzip magic number (RFC 1952, section 2.3.1). */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Decompresses gzip data with one or several members. If the data is truncated or damaged, the
 * result ends with the last byte that can be read, and `ending.truncation` is set.
 */
export async function* gunzip(
  compressed: AsyncIterable<Uint8Array>,
  ending: Ending,
): AsyncGenerator<Uint8Array> {
  const stream = createGunzip();
  // An iterator over the stream would drop buffered output when the stream fails.
  const output: Uint8Array[] = [];
  let done = () => {};
  const whenDone = (operation: () => void) =>
    new Promise<void>((resolve) => {
      done = resolve;
      operation();
    });
  stream.on('data', (chunk: Uint8Array) => output.push(chunk));
  stream.on('error', ({ message }) => {
    ending.truncation = `the gzip data ends early (${message})`;
  });
  // The callback of a failed write is never called.
  stream.on('close', () => done());
  try {
    for await (const chunk of compressed) {
      for (let start = 0; start < chunk.length && !stream.destroyed; start += maxWrite) {
        const bytes = chunk.subarray(start, start + maxWrite);
        await whenDone(() => stream.write(bytes, () => done()));
        yield* output.splice(0);
      }
      if (stream.destroyed) break;
    }
    if (!stream.destroyed) await whenDone(() => stream.end());
    yield* output.splice(0);
  } finally {
    stream.destroy();
  }
}
