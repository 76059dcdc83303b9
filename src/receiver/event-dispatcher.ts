import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '../node/error-message.ts';
import type { Log } from '../node/log.ts';
import type { GroupCommit } from '../storage/group-commit.ts';
import { type Handler, OutputClosedError } from './handler.ts';
import { TimeLimit } from './handler-timeout.ts';
import type { Inbox } from './inbox.ts';
import type { ClaimedEvent, InboxEvent } from './inbox-event.ts';

export interface EventDispatcherOptions {
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

/** Milliseconds until a store that was away is tried again. */
const storePause = 1000;

/** Hands the events of an inbox to the handler, each until it is done or set aside. */
export class EventDispatcher {
  readonly #options: EventDispatcherOptions;
  readonly #active = new Map<Promise<void>, TimeLimit>();
  /** Events that are done, to be written together. */
  #done: number[] = [];
  /** Outcomes on their way to the disk: their events hold no place any more. */
  readonly #settling = new Set<Promise<void>>();
  /** Places that are promised to events whose transaction is not yet committed. */
  #promised = 0;
  /** Whether older events wait, which no newer one may overtake. */
  #waiting = true;
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #nap: NodeJS.Timeout | undefined;

  constructor(options: EventDispatcherOptions) {
    this.#options = options;
  }

  /**
   * Stores a new event, and hands it out at once where there is room: then it is stored as
   * `handling` from the start, and costs no second write.
   *
   * @returns false where its id is known already
   * @throws {StoreUnavailable} when it is not stored
   */
  async accept(event: InboxEvent): Promise<boolean> {
    const { inbox, commit } = this.#options;
    let atOnce = false;
    try {
      const sequence = await commit.run(() => {
        atOnce = !this.#stopped && !this.#waiting && this.#free() > 0;
        if (atOnce) this.#promised += 1;
        return inbox.add(event, atOnce ? 'handling' : 'received');
      });
      if (sequence === undefined) return false;
      if (atOnce) this.#start({ ...event, sequence, failures: 0 });
      else this.#waiting = true;
    } catch (error) {
      if (atOnce) this.#giveBack([event.id]);
      throw error;
    } finally {
      if (atOnce) this.#promised -= 1;
    }
    if (!atOnce) this.wake();
    return true;
  }

  #free(): number {
    return this.#options.handler.concurrency - this.#active.size - this.#promised;
  }

  /** Looks for events that are due. Cheap to call after every accepted one. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#claiming) {
      this.#again = true;
      return;
    }
    this.#endNap();
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
    this.#endNap();
    await this.#claiming;
    const timer = setTimeout(() => {
      for (const time of this.#active.values()) time.end(new Error('stopped'));
    }, grace);
    await Promise.all(this.#active.keys());
    clearTimeout(timer);
    await Promise.all(this.#settling);
  }

  async #claim(): Promise<void> {
    const { inbox, commit, now, log } = this.#options;
    let claimed: ClaimedEvent[] = [];
    try {
      await commit.run(() => {
        const free = this.#free();
        claimed = free > 0 ? inbox.claim(free, now()) : [];
        this.#waiting = claimed.length >= free;
        this.#promised += claimed.length;
      });
      for (const event of claimed) this.#start(event);
    } catch (error) {
      log('error', 'inbox not readable', { message: errorMessage(error) });
      this.#giveBack(claimed.map(({ id }) => id));
    } finally {
      this.#promised -= claimed.length;
    }
  }

  /**
   * For events that were to be handed out when their write failed. It may have failed at the disk
   * alone: then they are there as `handling`, and the sender's repeat finds them known.
   */
  #giveBack(ids: readonly string[]): void {
    const { inbox, commit } = this.#options;
    const work = () => {
      for (const id of ids) inbox.giveBack(id);
    };
    commit.runLater(work).then(
      () => this.wake(),
      () => {},
    );
  }

  #start(event: ClaimedEvent): void {
    const time = new TimeLimit(this.#options.timeout);
    const work = this.#handle(event, time).then((outcome) => {
      this.#active.delete(work);
      if (outcome === 'done') this.#finish(event);
      else this.#keep(event.id, outcome);
      if (this.#waiting || this.#nap === undefined) this.wake();
    });
    this.#active.set(work, time);
  }

  /** Gives what is to be written. Never rejects. */
  async #handle(event: ClaimedEvent, time: TimeLimit): Promise<'done' | (() => void)> {
    try {
      await Promise.race([this.#options.handler.handle(event, time), time.over]);
      return 'done';
    } catch (error) {
      return this.#afterFailure(event, error);
    } finally {
      time.clear();
    }
  }

  #finish({ id, sequence }: ClaimedEvent): void {
    this.#done.push(sequence);
    if (this.#done.length > 1) return;
    const done = this.#done;
    this.#keep(id, () => {
      if (this.#done === done) this.#done = [];
      this.#options.inbox.finish(done);
    });
  }

  #keep(id: string, outcome: () => void): void {
    const settling = this.#store(id, outcome).then(() => {
      this.#settling.delete(settling);
    });
    this.#settling.add(settling);
  }

  /** Where the end comes first, the event stays `handling` and the next start gives it back. */
  async #store(id: string, outcome: () => void): Promise<void> {
    const { commit, log } = this.#options;
    for (;;) {
      try {
        await commit.runLater(outcome);
        return;
      } catch (error) {
        log('error', 'outcome not stored', { id, message: errorMessage(error) });
      }
      if (this.#stopped) return;
      await pause(storePause);
    }
  }

  /** What is to be written after a failure. */
  #afterFailure(event: ClaimedEvent, error: unknown): () => void {
    const { sequence, id, failures } = event;
    const { inbox, retries, backOff, now, log, onReaderGone } = this.#options;
    if (error instanceof OutputClosedError) {
      if (!this.#stopped) onReaderGone();
      this.#stopped = true;
    }
    this.#waiting = true;
    // An event that the receiver itself interrupted has not failed.
    if (this.#stopped) return () => inbox.release(sequence);
    const count = failures + 1;
    const message = errorMessage(error);
    const dueAt = count > retries ? undefined : now() + backOff(count);
    const fields = { id, failures: count, message };
    if (dueAt === undefined) log('error', 'set aside as a dead letter', fields);
    else log('warn', 'handler failed', { ...fields, retry_at: new Date(dueAt).toISOString() });
    return () => inbox.fail(event, message, dueAt);
  }

  #sleep(): void {
    if (this.#stopped || this.#active.size >= this.#options.handler.concurrency) return;
    this.#endNap();
    this.#nap = setTimeout(() => this.wake(), longestNap);
  }

  #endNap(): void {
    clearTimeout(this.#nap);
    this.#nap = undefined;
  }
}
