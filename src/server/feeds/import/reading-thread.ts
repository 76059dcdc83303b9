import { on } from 'node:events';
import { FeedError } from '../feed-error.ts';
import type { ImportProgress, ReadOptions } from '../read-news.ts';
import type { NewsBatch } from './news-batch.ts';

/** Number of batches that the thread prepares in advance. */
const maxAhead = 2;

export interface ReadingTask {
  location: string;
  /** Entries per batch. */
  size: number;
  max_bytes: number | undefined;
}

/** A message from the thread. Each message to the thread requests one more batch. */
export type ReadingMessage =
  | { kind: 'progress'; progress: ImportProgress }
  | { kind: 'batch'; batch: NewsBatch }
  | { kind: 'failed'; location: string; reason: string }
  | { kind: 'end' };

/**
 * Reads a file in a worker thread, which is terminated when the generator ends.
 *
 * @param script path of the built `news-reader.ts`
 * @throws {FeedError} if the file cannot be read or is not news
 * @throws the reason of `signal` if that is aborted
 */
export async function* readOnThread(
  script: string,
  task: ReadingTask,
  { onProgress, signal }: Pick<ReadOptions, 'onProgress' | 'signal'>,
): AsyncGenerator<NewsBatch> {
  signal?.throwIfAborted();
  const { Worker } = await import('node:worker_threads');
  // Not inherited: some options of this process, such as --input-type, are invalid for a thread.
  const thread = new Worker(script, { workerData: task, execArgv: [] });
  try {
    const messages = on(thread, 'message', { close: ['exit'], ...(signal && { signal }) });
    for (let batch = 0; batch < maxAhead; batch += 1) thread.postMessage('more');
    for await (const [message] of messages as AsyncIterable<[ReadingMessage]>) {
      if (message.kind === 'end') return;
      if (message.kind === 'failed') throw new FeedError(message.location, message.reason);
      if (message.kind === 'progress') onProgress?.(message.progress);
      else {
        thread.postMessage('more');
        yield message.batch;
      }
    }
    throw new Error(`the thread reading ${task.location} exited early`);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await thread.terminate();
  }
}
