import { setImmediate } from 'node:timers/promises';
import { describeSystemError } from '../../node/system-error.ts';
import { FeedError } from './feed-error.ts';
import { documentKind, maxKindHead } from './formats/document-kind.ts';
import { readJsonLines } from './formats/json-lines.ts';
import { collect, peek } from './input/byte-stream.ts';
import { type FetchOptions, fetchFeed, maxFeedSize } from './input/fetch-feed.ts';
import { gunzip, isGzip } from './input/gunzip.ts';
import { fetchedInput, type NewsInput, openFile } from './input/news-input.ts';
import { isAddress, redactLocation } from './location.ts';
import type { NewsEntry } from './news-entry.ts';
import { decode } from './text/decode.ts';

export interface ImportProgress {
  /** A path, or an address without credentials. */
  location: string;
  /** Bytes read so far, before decompression. */
  bytes: number;
  /** `null` if unknown, as for a pipe. */
  total_bytes: number | null;
  /** Items read so far. */
  items: number;
}

export interface ReadOptions
  extends Pick<FetchOptions, 'timeout_ms' | 'max_bytes' | 'signal' | 'fetch'> {
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/**
 * Reads news from a file or an http(s) address: JSON Lines, RSS, Atom, RDF or JSON Feed, compressed
 * with gzip or not, detected by content. JSON Lines files are streamed and may be of any size.
 *
 * @throws {FeedError} if it cannot be read, is too large, or is not news
 * @throws the reason of `signal` if it is aborted, checked between entries and between chunks
 */
export async function* readNews(
  location: string,
  options: ReadOptions = {},
): AsyncGenerator<NewsEntry> {
  const input = isAddress(location)
    ? fetchedInput(await fetchFeed(location, options), redactLocation(location))
    : await openFile(location);
  yield* readInput(input, options);
}

/** Reads and closes an input. Throws the same errors as {@link readNews}. */
export async function* readInput(
  input: NewsInput,
  { onProgress, max_bytes = maxFeedSize, signal }: ReadOptions = {},
): AsyncGenerator<NewsEntry> {
  const { location, total_bytes } = input;
  const progress: ImportProgress = { location, bytes: 0, total_bytes, items: 0 };
  try {
    const bytes = counted(input, signal, (length) => {
      progress.bytes += length;
      onProgress?.({ ...progress });
    });
    for await (const group of entryGroups(input, bytes, max_bytes)) {
      for (const entry of group) {
        signal?.throwIfAborted();
        if (entry.kind === 'item') progress.items += 1;
        yield entry;
      }
    }
    onProgress?.({ ...progress });
  } finally {
    input.close();
  }
}

/** The entries, grouped as they become available. */
async function* entryGroups(
  { location, address, charset }: NewsInput,
  raw: AsyncIterable<Uint8Array>,
  maxSize: number,
): AsyncGenerator<NewsEntry[]> {
  const start = await peek(raw, 2);
  const decompressed = isGzip(start.head) ? gunzip(start.bytes) : start.bytes;
  const { head, bytes, failure } = await peek(decompressed, maxKindHead);
  if (failure instanceof FeedError) throw failure;
  if (failure instanceof Error && head.length === 0) {
    throw new FeedError(location, `cannot be decompressed: ${failure.message}`, { cause: failure });
  }
  const kind = documentKind(head, charset);
  if (typeof kind === 'object') {
    throw new FeedError(location, `is ${kind.looksLike}, not a feed and not JSON Lines`);
  }
  if (kind === 'json-lines') {
    yield* readJsonLines(bytes);
    return;
  }
  const whole = await collect(bytes, maxSize);
  if (!whole) throw new FeedError(location, `is a feed larger than ${maxSize} bytes`);
  const { bytes: content, truncation } = whole;
  const document = { location, address, text: decode(content, charset), truncation };
  // Loaded on demand: the feed parsers are large, and many servers read no feeds.
  const { feedNews } = await import('./formats/parsed-feed.ts');
  const { readJsonFeed } = await import('./formats/json-feed.ts');
  const { readXmlFeed } = await import('./formats/xml-feed.ts');
  for (const batch of feedNews(
    kind === 'xml-feed' ? readXmlFeed(document) : readJsonFeed(document),
  )) {
    yield batch;
    await setImmediate();
  }
}

async function* counted(
  { location, bytes }: NewsInput,
  signal: AbortSignal | undefined,
  count: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of bytes) {
      signal?.throwIfAborted();
      count(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new FeedError(location, `cannot be read: ${describeSystemError(error)}`, {
      cause: error,
    });
  }
}
