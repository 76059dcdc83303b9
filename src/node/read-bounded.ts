import { GrowingBuffer } from './growing-buffer.ts';

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
  const bytes = new GrowingBuffer(maxBytes);
  for await (const chunk of source) bytes.add(chunk);
  return bytes.take();
}
