import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { FeedError, MissingSource } from './feed-error.ts';
import { failureCause } from './fetch/failure-cause.ts';
import { FEED_LIMIT, type FetchedFeed, type FetchOptions, fetchFeed } from './fetch/fetch-feed.ts';
import { documentKind, KIND_HEAD } from './formats/document-kind.ts';
import { readJsonLines } from './formats/json-lines.ts';
import { collect, peek } from './input/byte-stream.ts';
import { gunzip, isGzip } from './input/gunzip.ts';
import { isAddress, shownLocation } from './location.ts';
import type { SourceEntry } from './news-entry.ts';

/** How far the reading of a source is. */
export interface ImportProgress {
  /** Without credentials. */
  location: string;
  /** Bytes read so far, still packed where the source is. */
  bytes: number;
  total_bytes: number | null;
  items: number;
}

export interface ReadOptions
  extends Pick<FetchOptions, 'timeout_ms' | 'max_bytes' | 'signal' | 'fetch'> {
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** A source that was opened: its bytes, and what is known of them. */
export interface OpenSource {
  name: string;
  address: string | null;
  charset: string | null;
  total_bytes: number | null;
  bytes: AsyncIterable<Uint8Array>;
  close(): void;
}

/**
 * Reads news from a file or an http(s) address: JSON Lines, RSS, Atom, RDF or JSON Feed, gzip or
 * not, told apart by content. JSON Lines in a file are streamed and may be of any size.
 *
 * @throws FeedError where the source cannot be read, is too large, or is no news.
 * @throws The reason of `signal` once it is aborted: between any two entries, and any two pieces of
 *   bytes. Only a pipe that gives neither is waited for.
 */
export function readSource(
  location: string,
  options: ReadOptions = {},
): AsyncGenerator<SourceEntry> {
  return readOpened(() => open(location, options), options);
}

async function open(location: string, options: ReadOptions): Promise<OpenSource> {
  if (!isAddress(location)) return openFile(location);
  return fetchedSource(await fetchFeed(location, options), shownLocation(location));
}

/** A feed that was fetched, as a source. */
export function fetchedSource(fetched: FetchedFeed, name: string): OpenSource {
  if (fetched.kind === 'unchanged')
    throw new FeedError(name, 'says that nothing has changed, though it was not asked (304)');
  const { bytes, charset, address } = fetched;
  return {
    name,
    address,
    charset,
    total_bytes: bytes.length,
    bytes: slices(bytes),
    close: () => undefined,
  };
}

/** Reads what was opened, and closes it. Errors are those of {@link readSource}. */
export function readOpenSource(
  source: OpenSource,
  options: ReadOptions = {},
): AsyncGenerator<SourceEntry> {
  return readOpened(async () => source, options);
}

async function* readOpened(
  open: () => Promise<OpenSource>,
  { onProgress, max_bytes = FEED_LIMIT, signal }: ReadOptions,
): AsyncGenerator<SourceEntry> {
  const source = await open();
  const { name: location, total_bytes } = source;
  const progress: ImportProgress = { location, bytes: 0, total_bytes, items: 0 };
  try {
    const bytes = counted(source, signal, (length) => {
      progress.bytes += length;
      onProgress?.({ ...progress });
    });
    for await (const piece of pieces(source, bytes, max_bytes)) {
      for (const entry of piece) {
        signal?.throwIfAborted();
        if (entry.kind === 'item') progress.items += 1;
        yield entry;
      }
    }
    onProgress?.({ ...progress });
  } finally {
    source.close();
  }
}

/** The entries, in as many pieces as its format is read in. */
async function* pieces(
  source: OpenSource,
  packed: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<SourceEntry[]> {
  const outer = await peek(packed, 2);
  const plain = isGzip(outer.head) ? gunzip(outer.bytes) : outer.bytes;
  const { head, bytes, failure } = await peek(plain, KIND_HEAD);
  if (failure instanceof FeedError) throw failure;
  if (failure instanceof Error && head.length === 0) {
    throw new FeedError(source.name, `cannot be unpacked: ${failure.message}`, { cause: failure });
  }
  const kind = documentKind(head, source.charset);
  if (typeof kind === 'object') {
    throw new FeedError(source.name, `is ${kind.looksLike}, not a feed and not JSON Lines`);
  }
  if (kind === 'json-lines') {
    yield* readJsonLines(bytes);
    return;
  }
  const whole = await collect(bytes, limit);
  if (!whole) throw new FeedError(source.name, `is a feed larger than ${limit} bytes`);
  const { name, address, charset } = source;
  const document = { name, address, charset, ...whole };
  // The parsers of feeds are a good part of the server, and many servers never read any.
  const { readJsonFeed, readXmlFeed } = await import('./formats/feed-document.ts');
  const entries = kind === 'xml-feed' ? readXmlFeed(document) : readJsonFeed(document);
  for await (const entry of entries) yield [entry];
}

async function openFile(path: string): Promise<OpenSource> {
  const info = await stat(path).catch((error: unknown) => {
    throw new MissingSource(path, `cannot be read (${failureCause(error)})`, { cause: error });
  });
  if (info.isDirectory()) throw new MissingSource(path, 'is a directory, not a file');
  const stream = createReadStream(path);
  return {
    name: path,
    address: null,
    charset: null,
    total_bytes: info.isFile() ? info.size : null,
    bytes: stream,
    close: () => stream.destroy(),
  };
}

async function* counted(
  { name, bytes }: OpenSource,
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
    throw new FeedError(name, `cannot be read (${failureCause(error)})`, { cause: error });
  }
}

/** Bytes in memory, in pieces, so that a long import lets the process do its other work. */
async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += KIND_HEAD) {
    yield bytes.subarray(at, at + KIND_HEAD);
    await new Promise(setImmediate);
  }
}
