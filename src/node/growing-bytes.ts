import { TooLargeError } from './too-large-error.ts';

/**
 * Collects the chunks of a stream in one array: a peer may send each byte as a chunk, and the object
 * of a chunk takes hundreds of bytes. Uses no Node modules.
 */
export class GrowingBytes {
  readonly #maxBytes: number;
  #bytes = new Uint8Array(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /** @throws {TooLargeError} if there would be more than the maximum */
  add(chunk: Uint8Array): void {
    const end = this.#length + chunk.length;
    if (end > this.#maxBytes) throw new TooLargeError(this.#maxBytes);
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(this.#maxBytes, Math.max(end, 2 * this.#bytes.length)));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = end;
  }

  /** Returns all bytes, and is empty afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return bytes;
  }
}
