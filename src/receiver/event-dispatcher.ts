import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { errorMessage } from '../node/error-message.ts';
import type { Log } from '../node/log.ts';
import type { GroupCommit } from '../storage/group-commit.ts';
import { type Handler, OutputClosedError } from './handler.ts';
import { HandlerCall } from './handler-call.ts';
import type { Inbox } from './inbox.ts';
import type { InboxEvent, StoredEvent } from './inbox-event.ts';

export interface EventDispatcherOptions {
  inbox: Inbox;
  commit: GroupCommit;
  handler: Handler;
  /** Timeout of the handler for one event, in milliseconds. */
  timeout: number;
  /** Retries of a failed event before it becomes a dead letter. */
  retries: number;
  /** Milliseconds to wait after the n-th failure. */
  backoff: (failures: number) => number;
  now: () => number;
  log: Log;
  /** Removes secrets from the error message of a handler, which is logged and stored. */
  redact: (text: string) => string;
  /** Called once if the output of the handler is closed. */
  onOutputClosed: () => void;
}

/** Milliseconds between polls of the inbox, which find dead letters replayed by other processes. */
const pollInterval = 1000;

/** Milliseconds in which a handler call should end after it was aborted. */
const abortTimeout = 2000;

/** Milliseconds until a failed write of an outcome is retried. */
const storeRetryInterval = 1000;

/**
 * Passes the events of an inbox to the handler until each is done or dead. An inbox has only one
 * dispatcher, which therefore tracks the events in progress in memory.
 */
export class EventDispatcher {
  readonly #options: EventDispatcherOptions;
  /** Sequence numbers of the events that are being stored, handled or settled. */
  readonly #busy = new Set<number>();
  /** The handler calls that count toward the concurrency. */
  readonly #calls = new Set<HandlerCall>();
  /** One promise per event, from the handler call until the outcome is stored. */
  readonly #active = new Set<Promise<void>>();
  /** Whether older events may be waiting; a new event must not overtake them. */
  #hasWaiting = false;
  #stopped = false;
  #backlog = 0;
  #poll: NodeJS.Timeout | undefined;
  #wake: NodeJS.Immediate | undefined;
  /** Aborted when the receiver no longer waits for handler calls that it has aborted. */
  readonly #abandoned = new AbortController();
  /** Sequence numbers of handled events, and other outcomes, to write in the next turn of the event loop. */
  #finished: number[] = [];
  #failed: (() => void)[] = [];
  #writing: Promise<void> | undefined;

  constructor(options: EventDispatcherOptions) {
    this.#options = options;
  }

  /** Number of unhandled events at the last poll, plus those accepted since. */
  get backlog(): number {
    return this.#backlog;
  }

  /** Starts polling the inbox. The first poll finds the events that an earlier process left. */
  start(): void {
    this.#handleDue({ recount: true });
    this.#poll = setInterval(() => this.#handleDue({ recount: true }), pollInterval);
  }

  /**
   * Stores an event and passes it to the handler, immediately if the handler has capacity. Ignores an
   * event whose id is already known.
   *
   * @throws {StoreUnavailable} if it cannot be stored
   */
  async accept(event: InboxEvent): Promise<void> {
    const { inbox, commit } = this.#options;
    let sequence: number | undefined;
    try {
      await commit.run(() => {
        sequence = inbox.add(event, 'received');
        if (sequence !== undefined) this.#busy.add(sequence);
      });
    } catch (error) {
      // If only the sync failed, the event is stored and the next poll finds it.
      if (sequence !== undefined) this.#busy.delete(sequence);
      throw error;
    }
    if (sequence === undefined) return;
    this.#backlog += 1;
    if (this.#stopped || this.#hasWaiting || this.#capacity() === 0) {
      this.#busy.delete(sequence);
      this.#hasWaiting = true;
    } else {
      this.#startHandling({ ...event, sequence, failures: 0 });
    }
  }

  /**
   * Passes no further events to the handler and waits for the active ones.
   *
   * @param timeout milliseconds after which active events are aborted; the next start handles them.
   *   Aborted calls have two more seconds.
   */
  async stop(timeout: number): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    const timer = setTimeout(() => {
      for (const call of this.#calls) call.abort(new Error('stopped'));
    }, timeout);
    const abandonTimer = setTimeout(() => this.#abandoned.abort(), timeout + abortTimeout);
    await Promise.all(this.#active);
    clearTimeout(timer);
    clearTimeout(abandonTimer);
  }

  #capacity(): number {
    return Math.max(0, this.#options.handler.concurrency - this.#calls.size);
  }

  #handleDue({ recount }: { recount: boolean }): void {
    const { inbox, now, log } = this.#options;
    if (this.#stopped) return;
    try {
      if (recount) this.#backlog = inbox.countUnhandled();
      const capacity = this.#capacity();
      const events = inbox.due(now(), capacity, this.#busy);
      this.#hasWaiting = events.length === capacity;
      for (const event of events) {
        this.#busy.add(event.sequence);
        this.#startHandling(event);
      }
    } catch (error) {
      log('error', 'reading the inbox failed', { message: errorMessage(error) });
    }
  }

  #startHandling(event: StoredEvent): void {
    const work = this.#handle(event).then(() => {
      this.#active.delete(work);
    });
    this.#active.add(work);
  }

  /** Calls the handler and stores the outcome; never rejects. */
  async #handle(event: StoredEvent): Promise<void> {
    const start = performance.now();
    const failure = await this.#call(event);
    const duration = Math.round(performance.now() - start);
    if (!failure) {
      if (this.#hasWaiting) this.#wakeSoon();
      await this.#storeOutcome(event.id, () => this.#finished.push(event.sequence));
    } else if (!this.#stopped) {
      const message = this.#options.redact(errorMessage(failure.error));
      const write = this.#afterFailure(event, message, duration);
      await this.#storeOutcome(event.id, () => this.#failed.push(write));
      this.#hasWaiting = true;
      this.#wakeSoon();
    }
    this.#busy.delete(event.sequence);
  }

  async #call(event: StoredEvent): Promise<{ error: unknown } | undefined> {
    const { handler, timeout, onOutputClosed } = this.#options;
    const call = new HandlerCall(handler, event);
    const onTimeout = () => call.abort(new Error(`timed out after ${timeout / 1000} s`));
    const timer = setTimeout(onTimeout, timeout);
    this.#calls.add(call);
    try {
      await call.outcome;
      return undefined;
    } catch (error) {
      if (call.isAborted) await this.#untilEnded(call, event);
      if (error instanceof OutputClosedError && !this.#stopped) {
        this.#stopped = true;
        onOutputClosed();
      }
      return { error };
    } finally {
      clearTimeout(timer);
      this.#calls.delete(call);
    }
  }

  /**
   * Resolves when an aborted handler call has ended, so that the event is not handled again meanwhile.
   * A call that ignores its signal soon stops counting towards the concurrency, so that it cannot
   * hold up other events. A receiver that stops waits only for a limited time.
   */
  async #untilEnded(call: HandlerCall, { id }: StoredEvent): Promise<void> {
    const { signal } = this.#abandoned;
    const timer = setTimeout(() => {
      this.#options.log('warn', 'handler still runs after it was aborted', { id });
      this.#calls.delete(call);
      this.#hasWaiting = true;
      this.#wakeSoon();
    }, abortTimeout);
    await new Promise<void>((resolve) => {
      const end = () => {
        signal.removeEventListener('abort', end);
        resolve();
      };
      signal.addEventListener('abort', end);
      call.ended.then(end, end);
      if (signal.aborted) end();
    });
    clearTimeout(timer);
  }

  #afterFailure(event: StoredEvent, message: string, duration: number): () => void {
    const { inbox, retries, backoff, now, log } = this.#options;
    const failures = event.failures + 1;
    const dueAt = failures > retries ? undefined : now() + backoff(failures);
    const fields = { id: event.id, failures, duration_ms: duration, message };
    if (dueAt === undefined) log('error', 'moved to the dead letters', fields);
    else log('warn', 'handler failed', { ...fields, retry_at: new Date(dueAt).toISOString() });
    return () => inbox.fail(event, message, dueAt);
  }

  /**
   * Writes the outcome in the next turn of the event loop, so that a kill right after the end of the
   * handler does not repeat the event, then syncs it. Retries until the receiver stops; the next
   * start then handles the event again.
   */
  async #storeOutcome(id: string, queue: () => void): Promise<void> {
    for (;;) {
      try {
        queue();
        return await this.#writeOutcomes();
      } catch (error) {
        this.#options.log('error', 'outcome not stored', { id, message: errorMessage(error) });
      }
      if (this.#stopped) return;
      await delay(storeRetryInterval);
    }
  }

  /** Writes the outcomes of the same turn of the event loop in one transaction, and syncs them together. */
  #writeOutcomes(): Promise<void> {
    const { inbox, commit } = this.#options;
    this.#writing ??= nextTurn().then(async () => {
      const finished = this.#finished;
      const failed = this.#failed;
      this.#finished = [];
      this.#failed = [];
      this.#writing = undefined;
      await inbox.write(() => {
        if (finished.length > 0) inbox.finish(finished);
        for (const each of failed) each();
      });
      await commit.runLater(() => {});
    });
    return this.#writing;
  }

  /** Reads the inbox once for all events that end in the same turn of the event loop. */
  #wakeSoon(): void {
    this.#wake ??= setImmediate(() => {
      this.#wake = undefined;
      this.#handleDue({ recount: false });
    });
  }
}
