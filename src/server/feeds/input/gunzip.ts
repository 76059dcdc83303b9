import { createGunzip } from 'node:zlib';
import { TruncatedError } from '../feed-error.ts';

/** Bytes per write to zlib, which bounds memory: the output can be a thousand times as large. */
const maxWrite = 8192;

/** Whether data begins with the gzip magic number (RFC 1952, section 2.3.1). */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Decompresses gzip data with one or several members.
 *
 * @throws {TruncatedError} after all readable data, if the input is truncated or damaged
 */
export async function* gunzip(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decompressor = new Decompressor();
  try {
    for await (const chunk of compressed) {
      for (let at = 0; at < chunk.length && !decompressor.failure; at += maxWrite) {
        await decompressor.write(chunk.subarray(at, at + maxWrite));
        yield* decompressor.takeOutput();
      }
      if (decompressor.failure) break;
    }
    await decompressor.end();
    yield* decompressor.takeOutput();
  } finally {
    decompressor.destroy();
  }
  if (decompressor.failure) {
    throw new TruncatedError(`the gzip data ends early (${decompressor.failure.message})`);
  }
}

/** Keeps the output before an error. An iterator over the zlib stream would lose it. */
class Decompressor {
  failure: Error | undefined;
  readonly #stream = createGunzip();
  readonly #output: Uint8Array[] = [];
  #settle = () => {};

  constructor() {
    this.#stream.on('data', (chunk: Uint8Array) => this.#output.push(chunk));
    this.#stream.on('error', (error) => {
      this.failure = error;
    });
    // The callback of a failed write is never called.
    this.#stream.on('close', () => this.#settle());
  }

  write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#stream.write(bytes, () => resolve());
    });
  }

  async end(): Promise<void> {
    if (this.failure || this.#stream.destroyed) return;
    await new Promise<void>((resolve) => {
      this.#settle = resolve;
      this.#stream.end();
    });
  }

  takeOutput(): Uint8Array[] {
    return this.#output.splice(0);
  }

  destroy(): void {
    this.#stream.destroy();
  }
}
