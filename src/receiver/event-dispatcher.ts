import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../node/error-message.ts';
import type { Log } from '../node/log.ts';
import type { GroupCommit } from '../storage/group-commit.ts';
import { type Handler, OutputClosedError } from './handler.ts';
import { HandlerTimeout } from './handler-timeout.ts';
import type { Inbox } from './inbox.ts';
import type { ClaimedEvent, InboxEvent } from './inbox-event.ts';

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
  /** Called once if the output of the handler is closed. */
  onOutputClosed: () => void;
}

/** Milliseconds between polls of the inbox, in which another process may replay dead letters. */
const pollInterval = 1000;

/** Milliseconds until a failed write of an outcome is retried. */
const storeRetryInterval = 1000;

/** Passes the events of an inbox to the handler until each is done or dead. */
export class EventDispatcher {
  readonly #options: EventDispatcherOptions;
  readonly #active = new Map<Promise<void>, HandlerTimeout>();
  /** Sequence numbers of done events that are not written yet. */
  #done: number[] = [];
  /** Outcomes being written: their events no longer count as active. */
  readonly #settling = new Set<Promise<void>>();
  /** Number of events claimed in uncommitted transactions; they become active on commit. */
  #reserved = 0;
  /** Whether older events may be waiting, which a new one must not overtake. */
  #hasWaiting = true;
  #claiming: Promise<void> | undefined;
  #claimAgain = false;
  #stopped = false;
  #pollTimer: NodeJS.Timeout | undefined;

  constructor(options: EventDispatcherOptions) {
    this.#options = options;
  }

  /**
   * Stores a new event and passes it to the handler. If the handler has capacity, the event is
   * stored as `handling`, which saves a second write.
   *
   * @returns false if its id is already known
   * @throws {StoreUnavailable} if it cannot be stored
   */
  async accept(event: InboxEvent): Promise<boolean> {
    const { inbox, commit } = this.#options;
    let isClaimed = false;
    try {
      const sequence = await commit.run(() => {
        isClaimed = !this.#stopped && !this.#hasWaiting && this.#capacity() > 0;
        if (isClaimed) this.#reserved += 1;
        return inbox.add(event, isClaimed ? 'handling' : 'received');
      });
      if (sequence === undefined) return false;
      if (isClaimed) this.#start({ ...event, sequence, failures: 0 });
      else this.#hasWaiting = true;
    } catch (error) {
      if (isClaimed) this.#release([event.id]);
      throw error;
    } finally {
      if (isClaimed) this.#reserved -= 1;
    }
    if (!isClaimed) this.wake();
    return true;
  }

  #capacity(): number {
    return this.#options.handler.concurrency - this.#active.size - this.#reserved;
  }

  /** Claims the events that are due. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#claiming) {
      this.#claimAgain = true;
      return;
    }
    this.#stopPolling();
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = undefined;
      const again = this.#claimAgain;
      this.#claimAgain = false;
      if (again) this.wake();
      else this.#poll();
    });
  }

  /**
   * Claims no further events and waits for the active ones.
   *
   * @param timeout milliseconds after which active events are aborted and released for the next start
   */
  async stop(timeout: number): Promise<void> {
    this.#stopped = true;
    this.#stopPolling();
    await this.#claiming;
    const timer = setTimeout(() => {
      for (const active of this.#active.values()) active.abort(new Error('stopped'));
    }, timeout);
    await Promise.all(this.#active.keys());
    clearTimeout(timer);
    await Promise.all(this.#settling);
  }

  async #claim(): Promise<void> {
    const { inbox, commit, now, log } = this.#options;
    let claimed: ClaimedEvent[] = [];
    try {
      await commit.run(() => {
        const capacity = this.#capacity();
        claimed = capacity > 0 ? inbox.claim(capacity, now()) : [];
        this.#hasWaiting = claimed.length >= capacity;
        this.#reserved += claimed.length;
      });
      for (const event of claimed) this.#start(event);
    } catch (error) {
      log('error', 'claiming events failed', { message: errorMessage(error) });
      this.#release(claimed.map(({ id }) => id));
    } finally {
      this.#reserved -= claimed.length;
    }
  }

  /**
   * Releases events whose claim could not be committed. If only the sync failed, they are stored as
   * `handling`, so that repeats from the sender would be ignored as known. Not retried, because the
   * release must precede those repeats.
   */
  #release(ids: readonly string[]): void {
    const { inbox, commit } = this.#options;
    const work = () => {
      for (const id of ids) inbox.release(id);
    };
    commit.runLater(work).then(
      () => this.wake(),
      () => {},
    );
  }

  #start(event: ClaimedEvent): void {
    const timeout = new HandlerTimeout(this.#options.timeout);
    const work = this.#handle(event, timeout).then((outcome) => {
      this.#active.delete(work);
      if (outcome === 'done') this.#finish(event);
      else this.#settle(event.id, outcome);
      if (this.#hasWaiting || this.#pollTimer === undefined) this.wake();
    });
    this.#active.set(work, timeout);
  }

  /** Resolves with `done` or the write that stores the failure; never rejects. */
  async #handle(event: ClaimedEvent, timeout: HandlerTimeout): Promise<'done' | (() => void)> {
    try {
      await Promise.race([this.#options.handler.handle(event, timeout), timeout.expired]);
      return 'done';
    } catch (error) {
      return this.#afterFailure(event, error);
    } finally {
      timeout.clear();
    }
  }

  #finish({ id, sequence }: ClaimedEvent): void {
    this.#done.push(sequence);
    if (this.#done.length > 1) return;
    const done = this.#done;
    this.#settle(id, () => {
      if (this.#done === done) this.#done = [];
      this.#options.inbox.finish(done);
    });
  }

  #settle(id: string, write: () => void): void {
    const settling = this.#store(id, write).then(() => {
      this.#settling.delete(settling);
    });
    this.#settling.add(settling);
  }

  /**
   * Retries until the write succeeds. If the receiver stops first, the event stays `handling` until
   * the next start releases it.
   */
  async #store(id: string, write: () => void): Promise<void> {
    const { commit, log } = this.#options;
    for (;;) {
      try {
        await commit.runLater(write);
        return;
      } catch (error) {
        log('error', 'outcome not stored', { id, message: errorMessage(error) });
      }
      if (this.#stopped) return;
      await delay(storeRetryInterval);
    }
  }

  #afterFailure(event: ClaimedEvent, error: unknown): () => void {
    const { id, failures } = event;
    const { inbox, retries, backoff, now, log, onOutputClosed } = this.#options;
    if (error instanceof OutputClosedError) {
      if (!this.#stopped) onOutputClosed();
      this.#stopped = true;
    }
    this.#hasWaiting = true;
    // An event that the receiver interrupted itself does not count as failed.
    if (this.#stopped) return () => inbox.release(id);
    const count = failures + 1;
    const message = errorMessage(error);
    const dueAt = count > retries ? undefined : now() + backoff(count);
    const fields = { id, failures: count, message };
    if (dueAt === undefined) log('error', 'moved to the dead letters', fields);
    else log('warn', 'handler failed', { ...fields, retry_at: new Date(dueAt).toISOString() });
    return () => inbox.fail(event, message, dueAt);
  }

  #poll(): void {
    if (this.#stopped || this.#active.size >= this.#options.handler.concurrency) return;
    this.#stopPolling();
    this.#pollTimer = setTimeout(() => this.wake(), pollInterval);
  }

  #stopPolling(): void {
    clearTimeout(this.#pollTimer);
    this.#pollTimer = undefined;
  }
}
