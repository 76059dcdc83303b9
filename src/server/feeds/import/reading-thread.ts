import { on } from 'node:events';
import { FeedError } from '../feed-error.ts';
import type { ImportProgress, ReadOptions } from '../read-news.ts';
import type { NewsBatch } from './news-batch.ts';
import { type PackedBatch, unpackBatch } from './packed-batch.ts';

/** Batches that the thread makes ahead of those that were taken. */
const AHEAD = 2;

/** What a thread is to read. */
export interface ReadingTask {
  location: string;
  /** Entries of a batch. */
  size: number;
  max_bytes: number | undefined;
}

/** What it tells, in the order of the source. It is told in turn, by any message, to make one more batch. */
export type ReadingMessage =
  | { kind: 'progress'; progress: ImportProgress }
  | { kind: 'batch'; batch: PackedBatch }
  | { kind: 'failed'; source: string; problem: string }
  | { kind: 'end' };

/**
 * Reads a file on a thread, which ends with the reading.
 *
 * @param script the file of the thread
 * @throws FeedError
 * @throws The signal's reason where it is aborted.
 */
export async function* readApart(
  script: string,
  task: ReadingTask,
  { onProgress, signal }: Pick<ReadOptions, 'onProgress' | 'signal'>,
): AsyncGenerator<NewsBatch> {
  signal?.throwIfAborted();
  const { Worker } = await import('node:worker_threads');
  // The process's own options may be of no use to a thread, or keep it from starting.
  const thread = new Worker(script, { workerData: task, execArgv: [] });
  try {
    const messages = on(thread, 'message', { close: ['exit'], ...(signal && { signal }) });
    for (let batch = 0; batch < AHEAD; batch += 1) thread.postMessage('more');
    for await (const [message] of messages as AsyncIterable<[ReadingMessage]>) {
      if (message.kind === 'end') return;
      if (message.kind === 'failed') throw new FeedError(message.source, message.problem);
      if (message.kind === 'progress') onProgress?.(message.progress);
      else {
        thread.postMessage('more');
        yield unpackBatch(message.batch);
      }
    }
    throw new Error(`the thread that read ${task.location} has ended`);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await thread.terminate();
  }
}
