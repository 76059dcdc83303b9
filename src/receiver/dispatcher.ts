import type { GroupCommit } from './group-commit.ts';
import { type Handler, ReaderGone } from './handler.ts';
import type { Inbox } from './inbox.ts';
import type { ClaimedEvent } from './inbox-event.ts';
import type { Log } from './log.ts';

export interface DispatcherOptions {
  inbox: Inbox;
  commit: GroupCommit;
  handler: Handler;
  /** Milliseconds for one event. */
  timeout: number;
  /** How often a failed event is tried again before it is set aside. */
  retries: number;
  /** Milliseconds to wait after the n-th failure. */
  backOff: (failures: number) => number;
  now: () => number;
  log: Log;
  /** Called once when the handler says that nobody takes events any more. */
  onReaderGone: () => void;
}

/** Milliseconds after which the inbox is looked at even if nothing came: a replay is made outside. */
const longestNap = 1000;

/** Hands the events of an inbox to the handler, each until it is done or set aside. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #active = new Map<Promise<void>, AbortController>();
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #nap: NodeJS.Timeout | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Looks for events that are due. Cheap to call after every accepted one. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#claiming) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#nap);
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = undefined;
      const again = this.#again;
      this.#again = false;
      if (again) this.wake();
      else this.#sleep();
    });
  }

  /** Hands out no more; after the grace, those still at work are ended and kept for the next start. */
  async stop(grace: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#nap);
    await this.#claiming;
    const timer = setTimeout(() => {
      for (const controller of this.#active.values()) controller.abort(new Error('stopped'));
    }, grace);
    await Promise.all(this.#active.keys());
    clearTimeout(timer);
  }

  async #claim(): Promise<void> {
    const { inbox, commit, handler, now, log } = this.#options;
    const free = handler.concurrency - this.#active.size;
    if (free <= 0) return;
    try {
      const events = await commit.run(() => inbox.claim(free, now()));
      if (events.length === free) this.#again = true;
      for (const event of events) this.#start(event);
    } catch (error) {
      log('error', 'inbox not readable', { message: messageOf(error) });
    }
  }

  #start(event: ClaimedEvent): void {
    const controller = new AbortController();
    const work = this.#handle(event, controller).finally(() => {
      this.#active.delete(work);
      this.wake();
    });
    this.#active.set(work, controller);
  }

  async #handle(event: ClaimedEvent, controller: AbortController): Promise<void> {
    const { inbox, commit, handler, timeout, log } = this.#options;
    const timer = setTimeout(
      () => controller.abort(new Error(`no end after ${timeout / 1000} s`)),
      timeout,
    );
    let settle = () => inbox.finish(event.sequence);
    try {
      await Promise.race([handler.handle(event, controller.signal), aborted(controller.signal)]);
    } catch (error) {
      settle = this.#afterFailure(event, error);
    } finally {
      clearTimeout(timer);
    }
    // Where even this fails, the event stays `handling` and the next start gives it back.
    await commit.run(settle).catch((error: unknown) => {
      log('error', 'outcome not stored', { id: event.id, message: messageOf(error) });
    });
  }

  /** What is to be written after a failure. */
  #afterFailure({ sequence, id, failures }: ClaimedEvent, error: unknown): () => void {
    const { inbox, retries, backOff, now, log, onReaderGone } = this.#options;
    if (error instanceof ReaderGone) {
      if (!this.#stopped) onReaderGone();
      this.#stopped = true;
    }
    // An event that the receiver itself interrupted has not failed.
    if (this.#stopped) return () => inbox.release(sequence);
    const count = failures + 1;
    const message = messageOf(error);
    const dueAt = count > retries ? undefined : now() + backOff(count);
    const fields = { id, failures: count, message };
    if (dueAt === undefined) log('error', 'set aside as a dead letter', fields);
    else log('warn', 'handler failed', { ...fields, retry_at: new Date(dueAt).toISOString() });
    return () => inbox.fail(sequence, message, dueAt);
  }

  #sleep(): void {
    if (this.#stopped || this.#active.size >= this.#options.handler.concurrency) return;
    clearTimeout(this.#nap);
    this.#nap = setTimeout(() => this.wake(), longestNap);
  }
}

/** Rejects when the time is over, also for a handler that does not listen. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
