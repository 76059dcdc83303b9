/** Milliseconds that a command has after a signal to report its outcome and remove its files. */
const defaultGrace = 200;

type SignalName = 'SIGINT' | 'SIGTERM';

export interface SignalSource {
  on(signal: SignalName, listener: () => void): unknown;
}

/** The first SIGINT or SIGTERM of the process, and the time by which the command must end. */
export class Interruption {
  /** Aborted on the first signal; its reason is the name of the signal. */
  readonly signal: AbortSignal;
  /** Resolves when the process must end: after the grace period, or on a second signal. */
  readonly expired: Promise<void>;
  #grace = defaultGrace;

  constructor(source: SignalSource) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.expired = new Promise((resolve) => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) {
        source.on(name, () => {
          if (controller.signal.aborted) return resolve();
          controller.abort(name);
          setTimeout(resolve, this.#grace).unref();
        });
      }
    });
  }

  /** @param milliseconds how long the command may take to end after the first signal */
  extendGrace(milliseconds: number): void {
    this.#grace = Math.max(this.#grace, milliseconds);
  }
}
