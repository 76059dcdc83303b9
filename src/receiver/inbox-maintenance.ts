import type { GroupCommit } from '../storage/group-commit.ts';
import { type Inbox, memory } from './inbox.ts';

const hour = 3_600_000;
/** Milliseconds without an event after which a burst is over. */
const quiet = 1000;

/**
 * What an inbox needs beside its events: old ones are forgotten, and its log is copied when a burst
 * is over. Where the store is away, the next time will do.
 */
export class InboxMaintenance {
  readonly #inbox: Inbox;
  readonly #commit: GroupCommit;
  readonly #now: () => number;
  #timers: NodeJS.Timeout[] = [];
  #sawEvent = false;
  #inBurst = false;

  constructor(inbox: Inbox, commit: GroupCommit, now: () => number) {
    this.#inbox = inbox;
    this.#commit = commit;
    this.#now = now;
  }

  start(): void {
    const forget = () => this.#inbox.forget(this.#now() - memory);
    forget();
    this.#timers = [
      setInterval(() => void this.#commit.run(forget).catch(() => {}), hour).unref(),
      setInterval(() => this.#look(), quiet).unref(),
    ];
  }

  /** To be called for every event. */
  eventCame(): void {
    this.#sawEvent = true;
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #look(): void {
    const isOver = this.#inBurst && !this.#sawEvent;
    this.#inBurst = this.#sawEvent;
    this.#sawEvent = false;
    if (!isOver) return;
    try {
      this.#inbox.checkpoint();
    } catch {
      // What is in the log is as durable there as in the file.
    }
  }
}
