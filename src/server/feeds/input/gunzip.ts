import { createGunzip } from 'node:zlib';

/** Bytes per write to zlib, which bounds memory: the output can be a thousand times as large. */
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
 * result ends with the last byte that can be read, and `ending` gets the reason.
 */
export async function* gunzip(
  compressed: AsyncIterable<Uint8Array>,
  ending: Ending,
): AsyncGenerator<Uint8Array> {
  const stream = createGunzip();
  // An iterator over the stream would lose the output before an error.
  const output: Uint8Array[] = [];
  let settle = () => {};
  const settled = (start: () => void) =>
    new Promise<void>((resolve) => {
      settle = resolve;
      start();
    });
  stream.on('data', (chunk: Uint8Array) => output.push(chunk));
  stream.on('error', ({ message }) => {
    ending.truncation = `the gzip data ends early (${message})`;
  });
  // The callback of a failed write is never called.
  stream.on('close', () => settle());
  try {
    for await (const chunk of compressed) {
      for (let at = 0; at < chunk.length && !stream.destroyed; at += maxWrite) {
        const bytes = chunk.subarray(at, at + maxWrite);
        await settled(() => stream.write(bytes, () => settle()));
        yield* output.splice(0);
      }
      if (stream.destroyed) break;
    }
    if (!stream.destroyed) await settled(() => stream.end());
    yield* output.splice(0);
  } finally {
    stream.destroy();
  }
}
