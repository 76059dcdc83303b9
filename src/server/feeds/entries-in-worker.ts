import { on } from 'node:events';
import { startWorker } from '../../node/start-worker.ts';
import { TimeBudget } from '../../node/time-budget.ts';
import type { DocumentInfo } from './document-entries.ts';
import { FeedError } from './feed-error.ts';
import { FeedPlace, type FeedShare } from './feed-places.ts';
import type { FeedReply, FeedRequest } from './feed-worker.ts';
import type { Ending } from './input/gunzip.ts';
import { feedLimits } from './limits.ts';
import type { NewsEntry } from './news-entry.ts';

export interface WorkerOptions {
  signal?: AbortSignal | undefined;
  /** Whose place a worker thread takes (default: it needs none). */
  share?: FeedShare | undefined;
  /**
   * Milliseconds of work for the worker thread, without waiting for bytes and for the consumer of the
   * entries (default: 30,000).
   */
  parseTimeout?: number | undefined;
}

/**
 * Like `documentEntries`, in a worker thread: a large document takes seconds to parse. Reads and
 * parses only as fast as the entries are consumed.
 *
 * @throws {FeedError} if it is too large, not news, or needs too much memory or time
 * @throws the reason of `signal` if it is aborted
 */
export async function* entriesInWorker(
  document: DocumentInfo,
  bytes: AsyncIterable<Uint8Array>,
  ending: Readonly<Ending>,
  {
    signal = new AbortController().signal,
    share,
    parseTimeout = feedLimits.maxParseMilliseconds,
  }: WorkerOptions = {},
): AsyncGenerator<NewsEntry[]> {
  const place = new FeedPlace('workers', share);
  const chunks = bytes[Symbol.asyncIterator]();
  try {
    await place.take(signal);
    yield* parseInWorker(document, chunks, ending, signal, parseTimeout);
  } finally {
    place.release();
    await chunks.return?.();
  }
}

async function* parseInWorker(
  document: DocumentInfo,
  chunks: AsyncIterator<Uint8Array>,
  ending: Readonly<Ending>,
  signal: AbortSignal,
  parseTimeout: number,
): AsyncGenerator<NewsEntry[]> {
  signal.throwIfAborted();
  const { location } = document;
  const worker = startWorker('server/feeds/feed-worker.ts', {
    workerData: document,
    // The parsers count values first: a thread that exceeds this while it parses JSON ends the process.
    resourceLimits: { maxOldGenerationSizeMb: feedLimits.maxWorkerMemory },
  });
  let failure: Error | undefined;
  worker.once('error', (error) => {
    failure = error;
  });
  const budget = new TimeBudget(parseTimeout);
  const ended = AbortSignal.any([signal, budget.signal]);
  const reply = (message: FeedReply) => {
    budget.resume();
    worker.postMessage(message);
  };
  try {
    budget.resume();
    for await (const [request] of on(worker, 'message', { signal: ended }) as AsyncIterable<
      [FeedRequest]
    >) {
      budget.pause();
      if (request.kind === 'end') return;
      if (request.kind === 'failed') throw new FeedError(location, request.reason);
      if (request.kind === 'entries') {
        yield request.entries;
        reply({ kind: 'continue' });
        continue;
      }
      const { done, value } = await chunks.next();
      reply(done ? { kind: 'end', ...ending } : { kind: 'chunk', bytes: value });
    }
  } catch (error) {
    signal.throwIfAborted();
    const reason = budget.signal.aborted ? tooSlow(parseTimeout) : failure?.message;
    throw reason ? new FeedError(location, `cannot be parsed: ${reason}`, { cause: error }) : error;
  } finally {
    budget.pause();
    await worker.terminate();
  }
}

function tooSlow(milliseconds: number): string {
  return `it takes longer than ${milliseconds / 1000} s`;
}
