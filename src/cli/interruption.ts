/** Milliseconds that a command has after a signal to report its outcome and remove its files. */
const defaultGrace = 200;

/** Milliseconds that a second signal waits for work that must be finished. */
const finishGrace = 2000;

/** SIGHUP is the end of the terminal, on Windows of the console; SIGBREAK is Ctrl+Break on Windows. */
type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGBREAK' | 'SIGHUP';

/** The parts of `process` that end a command. */
export interface SignalSource {
  platform: NodeJS.Platform;
  /** Whether there is a channel to the parent process, which started this one with `fork()`. */
  connected?: boolean;
  channel?: { unref?(): void } | null | undefined;
  on(signal: SignalName, listener: () => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/**
 * The first signal that ends the process, and the time by which the command must end: SIGINT, SIGTERM or SIGHUP,
 * on Windows also SIGBREAK. The message `shutdown` of a parent process is a SIGTERM: on Windows no process can
 * send that to another.
 */
export class Interruption {
  /** Aborted on the first signal; its reason is the name of the signal. */
  readonly signal: AbortSignal;
  /** Resolves when the process must end: after the grace period, or on a second or third signal. */
  readonly expired: Promise<void>;
  #grace = defaultGrace;
  #unfinished: Promise<unknown> | undefined;
  #isTerminalLent = false;
  #wasIgnored = false;

  constructor(source: SignalSource) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.expired = new Promise((resolve) => {
      const interrupt = (name: SignalName) => {
        if (this.#isTerminalLent && name === 'SIGINT') {
          this.#wasIgnored = true;
          return;
        }
        if (controller.signal.aborted) {
          // The kernel and the shell both send SIGHUP when a terminal is closed: nobody is impatient.
          if (name !== 'SIGHUP') this.#expire(resolve);
          return;
        }
        controller.abort(name);
        setTimeout(resolve, this.#grace).unref();
      };
      for (const name of endingSignals(source.platform)) source.on(name, () => interrupt(name));
      if (!source.connected) return;
      source.on('message', (message) => {
        if (message === 'shutdown') interrupt('SIGTERM');
      });
      // The listener must not keep the process alive.
      source.channel?.unref?.();
    });
  }

  /** The second signal waits for the work, up to two seconds; the third does not. */
  async finishing(work: Promise<void>): Promise<void> {
    this.#unfinished = work;
    await work;
  }

  /**
   * Ignores SIGINT until another program, which has the terminal, ends: Ctrl-C reaches both.
   *
   * @returns whether there was one
   */
  async lendTerminal(ended: Promise<void>): Promise<boolean> {
    this.#wasIgnored = false;
    this.#isTerminalLent = true;
    await ended;
    this.#isTerminalLent = false;
    return this.#wasIgnored;
  }

  #expire(resolve: () => void): void {
    const work = this.#unfinished;
    this.#unfinished = undefined;
    if (work) {
      setTimeout(resolve, finishGrace).unref();
      work.then(resolve, resolve);
    } else {
      resolve();
    }
  }

  /** @param milliseconds how long the command may take to end after the first signal */
  extendGrace(milliseconds: number): void {
    this.#grace = Math.max(this.#grace, milliseconds);
  }
}

/** `nohup` has no effect on programs of Node.js, which restores the default of each signal. */
function endingSignals(platform: NodeJS.Platform): readonly SignalName[] {
  const everywhere = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  return platform === 'win32' ? [...everywhere, 'SIGBREAK'] : everywhere;
}
