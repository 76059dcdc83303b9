import { on } from 'node:events';
import { startWorker } from '../../node/start-worker.ts';
import type { DocumentInfo } from './document-entries.ts';
import { FeedError } from './feed-error.ts';
import type { FeedReply, FeedRequest } from './feed-worker.ts';
import type { Ending } from './input/gunzip.ts';
import type { NewsEntry } from './news-entry.ts';

/** Maximum memory of the parsed document and its entries, in MiB. */
const maxMemory = 512;

/**
 * Like `documentEntries`, in a worker thread: a large document takes seconds to parse. Reads and
 * parses only as fast as the entries are consumed.
 *
 * @throws {FeedError} if it is too large, not news, or needs too much memory
 * @throws the reason of `signal` if it is aborted
 */
export async function* entriesInWorker(
  document: DocumentInfo,
  bytes: AsyncIterable<Uint8Array>,
  ending: Readonly<Ending>,
  signal?: AbortSignal,
): AsyncGenerator<NewsEntry[]> {
  signal?.throwIfAborted();
  const chunks = bytes[Symbol.asyncIterator]();
  const resourceLimits = { maxOldGenerationSizeMb: maxMemory };
  const worker = startWorker('feed-worker', import.meta.url, {
    workerData: document,
    resourceLimits,
  });
  let failure: Error | undefined;
  worker.once('error', (error) => {
    failure = error;
  });
  const reply = (message: FeedReply) => worker.postMessage(message);
  try {
    for await (const [request] of on(worker, 'message', { signal }) as AsyncIterable<
      [FeedRequest]
    >) {
      if (request.kind === 'end') return;
      if (request.kind === 'failed') throw new FeedError(document.location, request.reason);
      if (request.kind === 'entries') {
        yield request.entries;
        reply({ kind: 'continue' });
        continue;
      }
      const { done, value } = await chunks.next();
      reply(done ? { kind: 'end', ...ending } : { kind: 'chunk', bytes: value });
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!failure || error !== failure) throw error;
    throw new FeedError(document.location, `cannot be parsed: ${failure.message}`, {
      cause: error,
    });
  } finally {
    await worker.terminate();
    await chunks.return?.();
  }
}
