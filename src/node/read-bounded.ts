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
 * stream; pass `stream.iterator({ destroyOnReturn: false })` to keep it open.
 *
 * @throws {TooLargeError} if there are more than `maxBytes` bytes
 */
export async function readBounded(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > maxBytes) throw new TooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
