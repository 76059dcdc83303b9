import { createGunzip } from 'node:zlib';
import { EndsEarly } from '../feed-error.ts';

/** What is given to zlib at once; it can grow a thousandfold, and that much is held. */
const SLICE = 8192;

/** Whether the bytes begin as gzip does (RFC 1952, section 2.3.1). */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Unpacks gzip (of several members too) as it is read.
 *
 * @throws EndsEarly after everything that could be unpacked, where the data is cut or damaged.
 */
export async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacking = new Unpacking();
  try {
    for await (const chunk of packed) {
      for (let at = 0; at < chunk.length && !unpacking.failure; at += SLICE) {
        await unpacking.write(chunk.subarray(at, at + SLICE));
        yield* unpacking.taken();
      }
      if (unpacking.failure) break;
    }
    await unpacking.end();
    yield* unpacking.taken();
  } finally {
    unpacking.destroy();
  }
  if (unpacking.failure) {
    throw new EndsEarly(`the gzip data ends early (${unpacking.failure.message})`);
  }
}

/** An iterator over zlib's stream would drop what it holds when it fails; this one keeps it. */
class Unpacking {
  failure: Error | undefined;
  readonly #stream = createGunzip();
  readonly #ready: Uint8Array[] = [];
  #settle = () => {};

  constructor() {
    this.#stream.on('data', (chunk: Uint8Array) => this.#ready.push(chunk));
    this.#stream.on('error', (error) => {
      this.failure = error;
    });
    // A failed write is never called back.
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

  taken(): Uint8Array[] {
    return this.#ready.splice(0);
  }

  destroy(): void {
    this.#stream.destroy();
  }
}
