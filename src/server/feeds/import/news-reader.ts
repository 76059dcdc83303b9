/** The thread started by `reading-thread.ts`: reads and analyzes news. */
import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { FeedError } from '../feed-error.ts';
import { readNews } from '../read-news.ts';
import { newsBatches } from './news-batch.ts';
import type { ReadingMessage, ReadingTask } from './reading-thread.ts';

/** Entries in the first batch: few, because the store is idle until it arrives. */
const firstBatchSize = 250;

async function read({ location, size, max_bytes }: ReadingTask, port: MessagePort): Promise<void> {
  const send = (message: ReadingMessage) => port.postMessage(message);
  const requests = on(port, 'message');
  try {
    const entries = readNews(location, {
      max_bytes,
      onProgress: (progress) => send({ kind: 'progress', progress }),
    });
    for await (const batch of newsBatches(entries, size, firstBatchSize)) {
      await requests.next();
      send({ kind: 'batch', batch });
    }
    send({ kind: 'end' });
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    send({ kind: 'failed', location: error.location, reason: error.reason });
  } finally {
    port.close();
  }
}

if (parentPort) await read(workerData as ReadingTask, parentPort);
