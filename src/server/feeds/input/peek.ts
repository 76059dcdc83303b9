import { GrowingBuffer } from '../../../node/growing-buffer.ts';

/**
 * Reads ahead until `size` bytes are available or the stream ends.
 *
 * @returns `head`, up to `size` bytes, and `bytes`, the complete stream including `head`
 */
export async function peek(
  stream: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{ head: Uint8Array; bytes: AsyncGenerator<Uint8Array> }> {
  const iterator = stream[Symbol.asyncIterator]();
  const start = new GrowingBuffer(size);
  let rest: Uint8Array = new Uint8Array();
  while (start.length < size) {
    const next = await iterator.next();
    if (next.done) break;
    const free = size - start.length;
    start.add(next.value.subarray(0, free));
    rest = next.value.subarray(free);
  }
  const head = start.take();
  return { head, bytes: prepend([head, rest], iterator) };
}

async function* prepend(
  chunks: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (const chunk of chunks) if (chunk.length > 0) yield chunk;
    yield* { [Symbol.asyncIterator]: () => iterator };
  } finally {
    await iterator.return?.();
  }
}
