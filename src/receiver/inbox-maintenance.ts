import type { GroupCommit } from '../storage/group-commit.ts';
import { type Inbox, retention } from './inbox.ts';

const hour = 3_600_000;
/** Milliseconds without an event after which a burst is over. */
const quietTime = 1000;

/**
 * Deletes old events every hour, and copies the write-ahead log into the database when a burst of
 * events is over. If the database is unavailable, it tries again the next time.
 */
export class InboxMaintenance {
  readonly #inbox: Inbox;
  readonly #commit: GroupCommit;
  readonly #now: () => number;
  #timers: NodeJS.Timeout[] = [];
  #hasNewEvents = false;
  #inBurst = false;

  constructor(inbox: Inbox, commit: GroupCommit, now: () => number) {
    this.#inbox = inbox;
    this.#commit = commit;
    this.#now = now;
  }

  start(): void {
    const purge = () => this.#inbox.purge(this.#now() - retention);
    purge();
    this.#timers = [
      setInterval(() => void this.#commit.run(purge).catch(() => {}), hour).unref(),
      setInterval(() => this.#checkpointAfterBurst(), quietTime).unref(),
    ];
  }

  /** Must be called for every event. */
  eventReceived(): void {
    this.#hasNewEvents = true;
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #checkpointAfterBurst(): void {
    const isOver = this.#inBurst && !this.#hasNewEvents;
    this.#inBurst = this.#hasNewEvents;
    this.#hasNewEvents = false;
    if (!isOver) return;
    try {
      this.#inbox.checkpoint();
    } catch {
      // The events are safe: the log is as durable as the database file.
    }
  }
}
