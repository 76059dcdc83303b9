import type { Handler } from './handler.ts';
import type { StoredEvent } from './inbox-event.ts';

/** Why an event was not handled. */
export interface Failure {
  readonly error: unknown;
}

export interface HandlerCallOptions {
  handler: Handler;
  /** Milliseconds after which a call is aborted. */
  timeout: number;
  /** Called once with each call that has ended; without a failure if the event was handled. */
  onEnd: (call: HandlerCall, failure?: Failure) => void;
  /** Called if a call still runs some time after it was aborted. */
  onStuck: (call: HandlerCall) => void;
}

/** Milliseconds in which a call should end after it was aborted. */
export const abortTimeout = 2000;

/**
 * A call of the handler with a timeout. An aborted call lasts until the handler has ended, so that the
 * event is not handled again meanwhile.
 */
export class HandlerCall {
  readonly event: StoredEvent;
  readonly #options: HandlerCallOptions;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #controller: AbortController | undefined;
  #abortion: Failure | undefined;
  #isEnded = false;

  constructor(event: StoredEvent, options: HandlerCallOptions) {
    this.event = event;
    this.#options = options;
  }

  /** Calls the handler. The call may end before this returns. */
  start(): void {
    const { timeout } = this.#options;
    this.#timer = setTimeout(onTimeout, timeout, this, timeout);
    void this.#run();
  }

  /** In whole milliseconds, until now. */
  get duration(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  /** Aborts the signal. The event counts as failed, however the handler ends. */
  abort(error: Error): void {
    if (this.#abortion) return;
    this.#abortion = { error };
    this.#controller?.abort(error);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#options.onStuck, abortTimeout, this);
  }

  /** Ends the call even if the handler still runs. */
  end(failure?: Failure): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#options.onEnd(this, this.#abortion ?? failure);
  }

  async #run(): Promise<void> {
    const signal = () => this.#signal();
    try {
      await this.#options.handler.handle(this.event, {
        // Made when it is first read, because many handlers need none.
        get signal() {
          return signal();
        },
      });
    } catch (error) {
      return this.end({ error });
    }
    this.end();
  }

  #signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#abortion) this.#controller.abort(this.#abortion.error);
    }
    return this.#controller.signal;
  }
}

function onTimeout(call: HandlerCall, timeout: number): void {
  call.abort(new Error(`timed out after ${timeout / 1000} s`));
}
