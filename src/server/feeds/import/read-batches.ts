import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAddress } from '../location.ts';
import { type ReadOptions, readSource } from '../read-news.ts';
import { type NewsBatch, newsBatches } from './news-batch.ts';
import { readApart } from './reading-thread.ts';

/** A smaller file is read before a thread has started, in bytes. */
const LARGE = 1_048_576;

/**
 * Reads a source in batches of `size` entries, a large file on a thread of its own: the store takes
 * one batch while the next is made. Errors are those of {@link readSource}.
 */
export async function* readBatches(
  location: string,
  { size, ...options }: ReadOptions & { size: number },
): AsyncGenerator<NewsBatch> {
  const script = (await isLargeFile(location)) ? threadScript() : undefined;
  if (script === undefined) yield* newsBatches(readSource(location, options), size);
  else yield* readApart(script, { location, size, max_bytes: options.max_bytes }, options);
}

async function isLargeFile(location: string): Promise<boolean> {
  if (isAddress(location)) return false;
  const info = await stat(location).catch(() => undefined);
  return info?.isFile() === true && info.size >= LARGE;
}

/** What the build makes of `news-reader.ts`, beside this; there is none where nothing was built. */
function threadScript(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('./news-reader.js');
  } catch {
    return undefined;
  }
}
