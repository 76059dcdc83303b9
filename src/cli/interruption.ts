/** Milliseconds that a command has after a signal to report its outcome and remove its files. */
const defaultGrace = 200;

/** On Windows, SIGBREAK is Ctrl+Break and SIGHUP the end of the console. */
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
 * The first signal that ends the process, and the time by which the command must end: SIGINT or SIGTERM,
 * on Windows also SIGBREAK or SIGHUP. The message `shutdown` of a parent process is a SIGTERM: on Windows
 * no process can send that to another.
 */
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
      const interrupt = (name: SignalName) => {
        if (controller.signal.aborted) return resolve();
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

  /** @param milliseconds how long the command may take to end after the first signal */
  extendGrace(milliseconds: number): void {
    this.#grace = Math.max(this.#grace, milliseconds);
  }
}

/** Elsewhere, SIGHUP keeps its default: a listener would undo `nohup`. */
function endingSignals(platform: NodeJS.Platform): readonly SignalName[] {
  return platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}
