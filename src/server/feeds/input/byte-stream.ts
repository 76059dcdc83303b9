import { EndsEarly } from '../feed-error.ts';

/** The beginning of a stream, and the whole of it from the beginning on. */
export interface Peeked {
  head: Uint8Array;
  bytes: AsyncGenerator<Uint8Array>;
  /** What went wrong while reading ahead; reading `bytes` throws it in its place. */
  failure: unknown;
}

/** Reads ahead until `size` bytes are there; a failure on the way comes when its place is read. */
export async function peek(source: AsyncIterable<Uint8Array>, size: number): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
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
  return { head, bytes: resumed(head, iterator, failure), failure };
}

async function* resumed(
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

/** All bytes of a source that is to be read at once. */
export interface Collected {
  bytes: Uint8Array;
  /** Why the source stopped before its end, where it did. */
  endsEarly: string | null;
}

/** Collects at most `limit` bytes; `undefined` where there are more. */
export async function collect(
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Collected | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of source) {
      length += chunk.length;
      if (length > limit) return undefined;
      chunks.push(chunk);
    }
  } catch (error) {
    if (!(error instanceof EndsEarly)) throw error;
    return { bytes: Buffer.concat(chunks), endsEarly: error.message };
  }
  return { bytes: Buffer.concat(chunks), endsEarly: null };
}
