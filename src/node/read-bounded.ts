/** A stream holds more bytes than the reader accepts. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  /** Bytes. */
  readonly limit: number;

  constructor(limit: number) {
    super(`larger than ${limit} bytes`);
    this.limit = limit;
  }
}

/**
 * Reads a stream to its end and stops as soon as it exceeds the limit, which destroys a Node stream;
 * pass `stream.iterator({ destroyOnReturn: false })` to keep it.
 *
 * @param maxBytes bytes that are accepted
 * @throws {TooLargeError} if there are more
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
