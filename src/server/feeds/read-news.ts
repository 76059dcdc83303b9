import { describeSystemError } from '../../node/system-error.ts';
import { entriesInWorker, type WorkerOptions } from './entries-in-worker.ts';
import { FeedError } from './feed-error.ts';
import { type FetchOptions, fetchFeed, maxFeedSize } from './input/fetch-feed.ts';
import { type Ending, gunzip, isGzip } from './input/gunzip.ts';
import { fetchedInput, type OpenedInput, openFile } from './input/news-input.ts';
import { peek } from './input/peek.ts';
import { isAddress, redactLocation } from './location.ts';
import type { NewsEntry } from './news-entry.ts';

/** Bytes, after decompression, up to which a document is parsed without a worker thread. */
const maxParsedAtOnce = 65_536;

/** How much of a file or an address has been read. */
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
  extends Pick<FetchOptions, 'timeout' | 'maxBytes' | 'signal' | 'fetch' | 'share'>,
    Pick<WorkerOptions, 'parseTimeout'> {
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Whether a worker thread parses large documents, so that they do not block others (default: true). */
  inWorker?: boolean | undefined;
}

/**
 * Reads JSON Lines, RSS, Atom, RDF or JSON Feed from a file or an http(s) address. The format, and
 * whether it is gzipped, is detected by content. JSON Lines are streamed and may have any size.
 *
 * @throws {FeedError} if it cannot be read, is too large or not news, or the fetch is aborted
 * @throws the reason of `signal` if it is aborted later, checked between entries and chunks
 */
export async function* readNews(
  location: string,
  options: ReadOptions = {},
): AsyncGenerator<NewsEntry> {
  for await (const group of readNewsGroups(location, options)) {
    for (const entry of group) {
      options.signal?.throwIfAborted();
      yield entry;
    }
  }
}

/**
 * Like {@link readNews}, but yields the entries in groups, as they become available: a step of an
 * asynchronous generator for each entry would take as long as parsing it.
 */
export async function* readNewsGroups(
  location: string,
  options: ReadOptions = {},
): AsyncGenerator<NewsEntry[]> {
  const input = isAddress(location)
    ? fetchedInput(await fetchFeed(location, options), redactLocation(location))
    : await openFile(location);
  yield* readInput(input, options);
}

/** Reads and closes an input. Yields the entries in groups, and throws the same errors as {@link readNews}. */
export async function* readInput(
  input: OpenedInput,
  options: ReadOptions = {},
): AsyncGenerator<NewsEntry[]> {
  const { location, totalBytes } = input;
  const { onProgress, signal } = options;
  const progress: ImportProgress = { location, bytes: 0, total_bytes: totalBytes, items: 0 };
  try {
    const bytes = countBytes(input, signal, (length) => {
      progress.bytes += length;
      onProgress?.({ ...progress });
    });
    for await (const group of entryGroups(input, bytes, options)) {
      signal?.throwIfAborted();
      yield group;
      for (const entry of group) if ('item' in entry) progress.items += 1;
    }
    onProgress?.({ ...progress });
  } finally {
    input.close();
  }
}

/** Yields the entries in groups, as they become available. */
async function* entryGroups(
  { location, address, charset }: OpenedInput,
  raw: AsyncIterable<Uint8Array>,
  { maxBytes = maxFeedSize, inWorker = true, signal, share, parseTimeout }: ReadOptions,
): AsyncGenerator<NewsEntry[]> {
  const ending: Ending = { truncation: null };
  const start = await peek(raw, 2);
  const decompressed = isGzip(start.head) ? gunzip(start.bytes, ending) : start.bytes;
  const { head, bytes } = await peek(decompressed, maxParsedAtOnce + 1);
  const document = { location, address, charset, maxBytes };
  if (inWorker && head.length > maxParsedAtOnce) {
    yield* entriesInWorker(document, bytes, ending, { signal, share, parseTimeout });
    return;
  }
  // Loaded on demand: the tables of the encodings are large, and many servers read no feeds.
  const { documentEntries } = await import('./document-entries.ts');
  yield* documentEntries(document, bytes, ending);
}

async function* countBytes(
  { location, bytes }: OpenedInput,
  signal: AbortSignal | undefined,
  onBytes: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of bytes) {
      signal?.throwIfAborted();
      onBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new FeedError(location, `cannot be read: ${describeSystemError(error)}`, {
      cause: error,
    });
  }
}
