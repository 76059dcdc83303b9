/** The thread of `reading-thread.ts`: reads, cleans and analyzes. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { FeedError } from '../feed-error.ts';
import { readSource } from '../read-news.ts';
import { newsBatches } from './news-batch.ts';
import { packBatch } from './packed-batch.ts';
import type { ReadingMessage, ReadingTask } from './reading-thread.ts';

/** Entries of the first batch: until it comes, the store has nothing to do. */
const FIRST = 250;

async function read({ location, size, max_bytes }: ReadingTask, port: MessagePort): Promise<void> {
  const tell = (message: ReadingMessage, handedOver: ArrayBuffer[] = []) =>
    port.postMessage(message, handedOver);
  const demand = new Demand(port);
  try {
    const entries = readSource(location, {
      max_bytes,
      onProgress: (progress) => tell({ kind: 'progress', progress }),
    });
    for await (const batch of newsBatches(entries, size, FIRST)) {
      await demand.one();
      const pack = packBatch(batch);
      tell({ kind: 'batch', batch: pack }, [pack.ranking_terms.buffer]);
    }
    tell({ kind: 'end' });
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    const { source, problem } = error;
    tell({ kind: 'failed', source, problem });
  } finally {
    port.close();
  }
}

/** How many batches are wanted. */
class Demand {
  #wanted = 0;
  #more = () => {};

  constructor(port: MessagePort) {
    port.on('message', () => {
      this.#wanted += 1;
      this.#more();
    });
  }

  /** Resolves when one is. */
  async one(): Promise<void> {
    while (this.#wanted === 0) {
      await new Promise<void>((resolve) => {
        this.#more = resolve;
      });
    }
    this.#wanted -= 1;
  }
}

if (parentPort) await read(workerData as ReadingTask, parentPort);
