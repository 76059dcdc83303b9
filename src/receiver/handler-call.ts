import type { Handler } from './handler.ts';
import type { StoredEvent } from './inbox-event.ts';

/** A call of the handler that can be aborted. */
export class HandlerCall {
  /** Settles like the call. */
  readonly ended: Promise<void>;
  /** Settles when the call ends, or rejects with the reason when it is aborted. */
  readonly outcome: Promise<void>;
  #controller: AbortController | undefined;
  #abortion: { reason: Error } | undefined;
  #reject: (reason: Error) => void = () => {};

  constructor(handler: Handler, event: StoredEvent) {
    const signal = () => this.#signal();
    const options = {
      // Made when it is first read, because many handlers need none.
      get signal() {
        return signal();
      },
    };
    this.ended = (async () => handler.handle(event, options))();
    this.outcome = new Promise((resolve, reject) => {
      this.#reject = reject;
      this.ended.then(resolve, reject);
    });
  }

  get isAborted(): boolean {
    return this.#abortion !== undefined;
  }

  abort(reason: Error): void {
    if (this.#abortion) return;
    this.#abortion = { reason };
    this.#controller?.abort(reason);
    this.#reject(reason);
  }

  #signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#abortion) this.#controller.abort(this.#abortion.reason);
    }
    return this.#controller.signal;
  }
}
