/**
 * Reads ahead until at least `size` bytes are available or the stream ends.
 *
 * @returns `head`, the bytes read, and `bytes`, the complete stream including `head`
 */
export async function peek(
  stream: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{ head: Uint8Array; bytes: AsyncGenerator<Uint8Array> }> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < size) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(chunks);
  return { head, bytes: prepend(head, iterator) };
}

async function* prepend(
  head: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  } finally {
    await iterator.return?.();
  }
}
