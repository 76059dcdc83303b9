import type { ReconnectionScheduler } from '@modelcontextprotocol/client';

const initialWait = 1000;
const maxWait = 30_000;
/** The maximum of `setTimeout()`, which does not wait for longer times. */
const maxTimer = 2 ** 31 - 1;

/**
 * Delays the reconnections of one transport's event streams. The library waits only as long as the
 * service asks for, and never longer after several streams without an event.
 */
export class StreamReconnection {
  /** Waits since the last event. Streams that end during one wait share it. */
  #waits = 0;
  #hasReconnected = false;
  #isClosed = false;
  readonly #timers = new Set<NodeJS.Timeout>();

  /** Waits at least as long as the service asks for: 1 s, 2 s, 4 s, … up to 30 s. */
  readonly schedule: ReconnectionScheduler = (reconnect, delay) => {
    // A stream may end after the transport was closed.
    if (this.#isClosed) return;
    if (this.#hasReconnected) this.#waits += 1;
    this.#hasReconnected = false;
    const wait = Math.max(delay, Math.min(initialWait * 2 ** this.#waits, maxWait));
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#hasReconnected = true;
        reconnect();
      },
      Math.min(wait, maxTimer),
    );
    this.#timers.add(timer);
  };

  /** Starts again with the shortest wait. */
  readonly onEvent = (): void => {
    this.#waits = 0;
    this.#hasReconnected = false;
  };

  /** Cancels all reconnections, and later ones. The transport cancels only the last one. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
