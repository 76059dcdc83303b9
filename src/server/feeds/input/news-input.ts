import { setImmediate } from 'node:timers/promises';
import { openInput } from '../../../node/open-input.ts';
import { describeSystemError } from '../../../node/system-error.ts';
import { FeedError, FeedUnavailableError } from '../feed-error.ts';
import type { FetchedFeed } from './fetch-feed.ts';

const chunkSize = 65_536;

/** An opened file or a fetched document. */
export interface OpenedInput {
  /** A path, or an address without credentials. */
  location: string;
  /** Base URL of relative links; `null` for a file. */
  address: string | null;
  /** From the HTTP response. */
  charset: string | null;
  /** Before decompression; `null` if unknown, as for a pipe. */
  totalBytes: number | null;
  bytes: AsyncIterable<Uint8Array>;
  close(): void;
}

/** @throws {FeedUnavailableError} if the path does not exist or is a directory */
export async function openFile(path: string): Promise<OpenedInput> {
  const { stream, stats } = await openInput(path).catch((error: unknown) => {
    const reason = `cannot be read: ${describeSystemError(error)}`;
    throw new FeedUnavailableError(path, reason, { cause: error });
  });
  return {
    location: path,
    address: null,
    charset: null,
    totalBytes: stats.isFile() ? stats.size : null,
    bytes: stream,
    close: () => stream.destroy(),
  };
}

/**
 * @param location the requested address, without credentials
 * @throws {FeedError} if the response is 304 Not Modified
 */
export function fetchedInput(fetched: FetchedFeed, location: string): OpenedInput {
  if (fetched.kind === 'unchanged')
    throw new FeedError(location, 'returned 304 Not Modified to an unconditional request');
  const { bytes, charset, address, close } = fetched;
  return {
    location,
    address,
    charset,
    totalBytes: bytes.length,
    bytes: chunksOf(bytes),
    close,
  };
}

/** Yields to the event loop between chunks, because parsing a chunk may take a long time. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkSize) {
    yield bytes.subarray(start, start + chunkSize);
    await setImmediate();
  }
}
