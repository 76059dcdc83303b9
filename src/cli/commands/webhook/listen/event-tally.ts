import type { Handler, StoredEvent } from 'newswatch/receiver';
import type { Log } from '../../../../node/log.ts';

interface TallyOptions {
  /** The number of events to handle; `Infinity` for all. */
  count: number;
  /** Retries of an event before it becomes a dead letter. */
  retries: number;
  /** Gets a line for each handled event (default: no log); the receiver logs those that fail. */
  log: Log | undefined;
  /** Whether the log also gets a line when the handler is called. */
  logsStarts: boolean;
  /** A monotonic clock, in milliseconds (default: `performance.now`). */
  now?: () => number;
}

/** Counts and logs the events of a handler, and passes it no more than `count`. */
export class EventTally implements Handler {
  /** Number of events that were handled. */
  handled = 0;
  /** Number of events that are no longer retried because the handler kept failing. */
  dead = 0;
  /** Resolves when `count` events are handled or dead. */
  readonly complete: Promise<void>;
  readonly #handler: Handler;
  readonly #options: TallyOptions;
  #complete = () => {};

  constructor(handler: Handler, options: TallyOptions) {
    this.#handler = handler;
    this.#options = options;
    this.complete = new Promise((resolve) => {
      this.#complete = resolve;
    });
  }

  /** No more events in progress than may still be needed. */
  get concurrency(): number {
    return Math.min(this.#handler.concurrency, this.#options.count - this.handled - this.dead);
  }

  async handle(event: StoredEvent, options: { readonly signal: AbortSignal }): Promise<void> {
    const { log, logsStarts, now = () => performance.now() } = this.#options;
    const { id, type, failures } = event;
    const start = now();
    if (logsStarts) log?.('info', 'handling event', { id, type, attempt: failures + 1 });
    try {
      await this.#handler.handle(event, options);
    } catch (error) {
      const isOutputClosed = error instanceof Error && error.name === 'OutputClosedError';
      if (failures >= this.#options.retries && !isOutputClosed) this.#settle({ dead: 1 });
      throw error;
    }
    log?.('info', 'event handled', { id, type, duration_ms: Math.round(now() - start) });
    this.#settle({ handled: 1 });
  }

  async close(): Promise<void> {
    await this.#handler.close?.();
  }

  #settle({ handled = 0, dead = 0 }): void {
    this.handled += handled;
    this.dead += dead;
    if (this.handled + this.dead >= this.#options.count) this.#complete();
  }
}
