import { TruncatedError } from '../feed-error.ts';

/** The first bytes of a stream, and the whole stream including them. */
export interface Peeked {
  head: Uint8Array;
  bytes: AsyncGenerator<Uint8Array>;
  /** The error that ended the head early. `bytes` throws it after the head. */
  failure: unknown;
}

/** Reads ahead until at least `size` bytes are available or the stream ends. */
export async function peek(stream: AsyncIterable<Uint8Array>, size: number): Promise<Peeked> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let failure: unknown;
  try {
    while (length < size) {
      const next = await iterator.next();
      if (next.done) break;
      chunks.push(next.value);
      length += next.value.length;
    }
  } catch (error) {
    failure = error;
  }
  const head = Buffer.concat(chunks);
  return { head, bytes: resume(head, iterator, failure), failure };
}

async function* resume(
  head: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
  failure: unknown,
): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    if (failure !== undefined) throw failure;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

export interface Collected {
  bytes: Uint8Array;
  /** Why the data ends early; `null` if it is complete. */
  truncation: string | null;
}

/** Reads a stream until it ends or is truncated; `undefined` if it exceeds `maxSize` bytes. */
export async function collect(
  stream: AsyncIterable<Uint8Array>,
  maxSize: number,
): Promise<Collected | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      length += chunk.length;
      if (length > maxSize) return undefined;
      chunks.push(chunk);
    }
  } catch (error) {
    if (!(error instanceof TruncatedError)) throw error;
    return { bytes: Buffer.concat(chunks), truncation: error.message };
  }
  return { bytes: Buffer.concat(chunks), truncation: null };
}
