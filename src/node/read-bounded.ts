/** A stream has more bytes than its reader accepts. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  /** In bytes. */
  readonly limit: number;

  constructor(limit: number) {
    super(`larger than ${limit} bytes`);
    this.limit = limit;
  }
}

/**
 * Reads a stream to its end, or stops as soon as it exceeds `maxBytes`. Stopping destroys a Node
 * stream; pass `stream.iterator({ destroyOnReturn: false })` to keep it open. Chunks are copied into
 * one buffer: a client may send each byte as a chunk, and the object of a chunk has hundreds of bytes.
 *
 * @throws {TooLargeError} if there are more than `maxBytes` bytes
 */
export async function readBounded(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  let length = 0;
  for await (const chunk of source) {
    const end = length + chunk.length;
    if (end > maxBytes) throw new TooLargeError(maxBytes);
    if (end > bytes.length) {
      bytes = Buffer.concat([bytes], Math.min(maxBytes, Math.max(end, 2 * bytes.length)));
    }
    bytes.set(chunk, length);
    length = end;
  }
  return bytes.subarray(0, length);
}
