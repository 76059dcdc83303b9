import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { errorMessage } from '../node/error-message.ts';
import type { Log } from '../node/log.ts';
import type { GroupCommit } from '../storage/group-commit.ts';
import type { Inbox } from './inbox.ts';
import type { StoredEvent } from './inbox-event.ts';

/** How a call of the handler ended. */
export interface Outcome {
  event: StoredEvent;
  /** Absent if the event was handled. */
  failure?: {
    message: string;
    /** See `Inbox.fail()`. */
    dueAt: number | undefined;
  };
}

interface OutcomeWriterOptions {
  inbox: Inbox;
  commit: GroupCommit;
  log: Log;
  /** Called with outcomes that are durable, or that could not be stored before the stop. */
  onStored: (outcomes: readonly Outcome[]) => void;
}

/** Milliseconds until a failed write is retried. */
const retryInterval = 1000;

const maxLoggedIds = 10;

/**
 * Stores the outcomes of the same turn of the event loop in one transaction. It runs in the next turn,
 * so that a kill right after the end of the handler does not repeat the event; it is synced later.
 */
export class OutcomeWriter {
  readonly #options: OutcomeWriterOptions;
  #outcomes: Outcome[] = [];
  #stopped = false;

  constructor(options: OutcomeWriterOptions) {
    this.#options = options;
  }

  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
    if (this.#outcomes.length === 1) void this.#writeSoon();
  }

  /** Failed writes are no longer retried: the next start handles the events again. */
  stop(): void {
    this.#stopped = true;
  }

  async #writeSoon(): Promise<void> {
    await nextTurn();
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    while (!(await this.#write(outcomes)) && !this.#stopped) await delay(retryInterval);
    this.#options.onStored(outcomes);
  }

  /** Returns whether the outcomes are durable. */
  async #write(outcomes: readonly Outcome[]): Promise<boolean> {
    const { inbox, commit, log } = this.#options;
    try {
      await inbox.write(() => {
        const handled = outcomes.filter(({ failure }) => !failure);
        if (handled.length > 0) inbox.finish(handled.map(({ event }) => event.sequence));
        for (const { event, failure } of outcomes) {
          if (failure) inbox.fail(event, failure.message, failure.dueAt);
        }
      });
      await commit.runLater(() => {});
      return true;
    } catch (error) {
      log('error', 'outcomes not stored', {
        events: outcomes.length,
        // These are handled again if the receiver ends before they are stored.
        ids: outcomes.slice(0, maxLoggedIds).map(({ event }) => event.id),
        message: errorMessage(error),
      });
      return false;
    }
  }
}
