import { TooLargeError } from './too-large-error.ts';

/**
 * Collects the chunks of a stream in one array: a peer may send each byte as a chunk, and the object
 * of a chunk takes hundreds of bytes. Uses no Node modules.
 */
export class GrowingBytes {
  readonly #maxBytes: number;
  readonly #expected: number;
  #bytes = new Uint8Array(0);
  #length = 0;

  /** @param expected probable number of bytes, such as a `Content-Length`: the array need not grow */
  constructor(maxBytes: number, expected = 0) {
    this.#maxBytes = maxBytes;
    this.#expected = expected;
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
      // At most twice the bytes that have arrived, whatever the peer announced.
      const size = Math.max(end, 2 * this.#bytes.length, Math.min(2 * end, this.#expected));
      const grown = new Uint8Array(Math.min(this.#maxBytes, size));
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
