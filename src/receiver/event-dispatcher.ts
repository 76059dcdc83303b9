import { errorMessage } from '../node/error-message.ts';
import type { Log } from '../node/log.ts';
import type { GroupCommit } from '../storage/group-commit.ts';
import { type Handler, OutputClosedError } from './handler.ts';
import {
  abortTimeout,
  type Failure,
  HandlerCall,
  type HandlerCallOptions,
} from './handler-call.ts';
import type { Inbox } from './inbox.ts';
import type { InboxEvent, StoredEvent } from './inbox-event.ts';
import { type Outcome, OutcomeWriter } from './outcome-writer.ts';

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

/** An event to store. */
interface Arrival {
  event: InboxEvent;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Milliseconds between polls of the inbox, which find dead letters replayed by other processes. */
const pollInterval = 1000;

/**
 * Passes the events of an inbox to the handler until each is done or dead. An inbox has only one
 * dispatcher, which therefore tracks the events in progress in memory.
 */
export class EventDispatcher {
  readonly #options: EventDispatcherOptions;
  readonly #outcomes: OutcomeWriter;
  #arrivals: Arrival[] = [];
  /** Sequence numbers of the events that are being stored, handled or settled. */
  readonly #busy = new Set<number>();
  /** The calls that count toward the concurrency. */
  readonly #calls = new Set<HandlerCall>();
  /** The calls that still run long after they were aborted, and no longer count. */
  readonly #stuckCalls = new Set<HandlerCall>();
  /** Number of events from the call of the handler until the outcome is stored. */
  #active = 0;
  /** Called when no event is active. */
  #onIdle: (() => void) | undefined;
  /** Whether older events may be waiting; a new event must not overtake them. */
  #hasWaiting = false;
  #stopped = false;
  #backlog = 0;
  #poll: NodeJS.Timeout | undefined;
  #wake: NodeJS.Immediate | undefined;
  readonly #callOptions: HandlerCallOptions;

  constructor(options: EventDispatcherOptions) {
    this.#options = options;
    const { inbox, commit, handler, timeout, log } = options;
    this.#outcomes = new OutcomeWriter({
      inbox,
      commit,
      log,
      onStored: (outcomes) => this.#settle(outcomes),
    });
    this.#callOptions = {
      handler,
      timeout,
      onEnd: (call, failure) => this.#ended(call, failure),
      onStuck: (call) => this.#release(call),
    };
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
  accept(event: InboxEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ event, resolve, reject });
      if (this.#arrivals.length === 1) void this.#storeArrivals();
    });
  }

  /**
   * Passes no further events to the handler and waits for the active ones.
   *
   * @param timeout milliseconds after which active events are aborted; the next start handles them.
   *   Aborted calls have two more seconds.
   */
  async stop(timeout: number): Promise<void> {
    this.#stopped = true;
    this.#outcomes.stop();
    clearInterval(this.#poll);
    const calls = () => [...this.#calls, ...this.#stuckCalls];
    const timer = setTimeout(() => {
      for (const call of calls()) call.abort(new Error('stopped'));
    }, timeout);
    const abandonTimer = setTimeout(() => {
      for (const call of calls()) call.end();
    }, timeout + abortTimeout);
    if (this.#active > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    clearTimeout(timer);
    clearTimeout(abandonTimer);
  }

  /** Stores the events that have arrived when their transaction starts. */
  async #storeArrivals(): Promise<void> {
    const { inbox, commit } = this.#options;
    let arrivals: Arrival[] = [];
    let stored: StoredEvent[] = [];
    try {
      await commit.run(() => {
        arrivals = [...arrivals, ...this.#arrivals.splice(0)];
        stored = inbox.receive(arrivals.map(({ event }) => event));
        for (const { sequence } of stored) this.#busy.add(sequence);
      });
    } catch (error) {
      // If only the sync failed, the events are stored and the next poll finds them.
      for (const { sequence } of stored) this.#busy.delete(sequence);
      if (arrivals.length === 0) arrivals = this.#arrivals.splice(0);
      for (const { reject } of arrivals) reject(error);
      return;
    }
    for (const { resolve } of arrivals) resolve();
    this.#backlog += stored.length;
    for (const event of stored) {
      if (this.#stopped || this.#hasWaiting || this.#capacity() === 0) {
        this.#busy.delete(event.sequence);
        this.#hasWaiting = true;
      } else {
        this.#startHandling(event);
      }
    }
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
    this.#active += 1;
    const call = new HandlerCall(event, this.#callOptions);
    this.#calls.add(call);
    call.start();
  }

  /** A call that ignores its signal no longer counts, so that it cannot hold up other events. */
  #release(call: HandlerCall): void {
    this.#options.log('warn', 'handler still runs after it was aborted', { id: call.event.id });
    this.#calls.delete(call);
    this.#stuckCalls.add(call);
    this.#hasWaiting = true;
    this.#wakeSoon();
  }

  #ended(call: HandlerCall, failure: Failure | undefined): void {
    const { event } = call;
    this.#calls.delete(call);
    this.#stuckCalls.delete(call);
    if (!failure) {
      if (this.#hasWaiting) this.#wakeSoon();
      this.#outcomes.add({ event });
      return;
    }
    const { error } = failure;
    if (error instanceof OutputClosedError && !this.#stopped) {
      this.#stopped = true;
      this.#options.onOutputClosed();
    }
    // The next start handles the event again.
    if (this.#stopped) this.#settle([{ event }]);
    else this.#outcomes.add(this.#afterFailure(call, error));
  }

  #afterFailure(call: HandlerCall, error: unknown): Outcome {
    const { retries, backoff, now, log, redact } = this.#options;
    const { event, duration } = call;
    const message = redact(errorMessage(error));
    const failures = event.failures + 1;
    const dueAt = failures > retries ? undefined : now() + backoff(failures);
    const fields = { id: event.id, failures, duration_ms: duration, message };
    if (dueAt === undefined) log('error', 'moved to the dead letters', fields);
    else log('warn', 'handler failed', { ...fields, retry_at: new Date(dueAt).toISOString() });
    return { event, failure: { message, dueAt } };
  }

  #settle(outcomes: readonly Outcome[]): void {
    for (const { event } of outcomes) this.#busy.delete(event.sequence);
    this.#active -= outcomes.length;
    if (this.#active === 0) this.#onIdle?.();
    if (outcomes.every(({ failure }) => !failure)) return;
    this.#hasWaiting = true;
    this.#wakeSoon();
  }

  /** Reads the inbox once for all events that end in the same turn of the event loop. */
  #wakeSoon(): void {
    this.#wake ??= setImmediate(() => {
      this.#wake = undefined;
      this.#handleDue({ recount: false });
    });
  }
}
