/**
 * Reads ahead until at least `size` bytes are available or the stream ends.
 *
 * @returns the bytes read, and the whole stream including them
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
  return { head, bytes: continued(head, iterator) };
}

async function* continued(
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
