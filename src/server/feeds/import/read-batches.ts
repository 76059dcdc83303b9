import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAddress } from '../location.ts';
import { type ReadOptions, readNews } from '../read-news.ts';
import { type NewsBatch, newsBatches } from './news-batch.ts';
import { readOnThread } from './reading-thread.ts';

/** Minimum size, in bytes, of a file that is read in a thread: starting a thread takes time. */
const minThreadFile = 1_048_576;

/**
 * Reads news in batches of `size` entries. A large file is read in a worker thread, so that the
 * store adds one batch while the next ones are prepared. Throws the same errors as
 * {@link readNews}.
 */
export async function* readBatches(
  location: string,
  { size, ...options }: ReadOptions & { size: number },
): AsyncGenerator<NewsBatch> {
  const script = (await isLargeFile(location)) ? threadScript() : undefined;
  if (script === undefined) yield* newsBatches(readNews(location, options), size);
  else yield* readOnThread(script, { location, size, max_bytes: options.max_bytes }, options);
}

async function isLargeFile(location: string): Promise<boolean> {
  if (isAddress(location)) return false;
  const info = await stat(location).catch(() => undefined);
  return info?.isFile() === true && info.size >= minThreadFile;
}

/** The built `news-reader.ts`; `undefined` when this runs from source. */
function threadScript(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('./news-reader.js');
  } catch {
    return undefined;
  }
}
