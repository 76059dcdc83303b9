import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../node/start-worker.ts';
import type { CheckpointTask, CheckpointWorkerData } from './checkpoint-task.ts';

export interface CheckpointOptions {
  /** The path of the database file. */
  path: string;
  /** Number of pages by which the write-ahead log grows between two checkpoints. */
  interval: number;
  /** Called if the worker thread cannot be started. */
  onFailure(): void;
}

/**
 * Checkpoints a database in a worker thread, with its own connection: copying and syncing the
 * pages of the write-ahead log would block the event loop for too long.
 */
export class BackgroundCheckpoints {
  readonly #options: CheckpointOptions;
  #active: { worker: Worker; ended: Promise<void> } | undefined;
  /** Pages of the log when the last checkpoint was started; 0 after the log was restarted. */
  #pagesAtStart = 0;

  constructor(options: CheckpointOptions) {
    this.#options = options;
  }

  /**
   * Starts a checkpoint if it is due. It does not keep the process running.
   *
   * @param pages in the log now
   */
  startIfDue(pages: number): void {
    if (pages < this.#pagesAtStart) this.#pagesAtStart = 0;
    const { path, interval, onFailure } = this.#options;
    if (this.#active || pages - this.#pagesAtStart < interval) return;
    this.#pagesAtStart = pages;
    const worker = checkpointWorker(path, 'restart-log');
    worker.unref();
    worker.once('error', onFailure);
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        this.#active = undefined;
        resolve();
      });
    });
    this.#active = { worker, ended };
  }

  /** Resolves when no checkpoint is active. */
  async ended(): Promise<void> {
    this.#active?.worker.ref();
    await this.#active?.ended;
  }
}

/** Runs a task in a worker thread. Rejects if the thread cannot be started or reports a failure. */
export async function runCheckpoint(path: string, task: CheckpointTask): Promise<void> {
  await once(checkpointWorker(path, task), 'exit');
}

function checkpointWorker(path: string, task: CheckpointTask): Worker {
  const workerData: CheckpointWorkerData = { path, task };
  return startWorker('storage/checkpoint-worker.ts', { workerData });
}
