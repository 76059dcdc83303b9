import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Milliseconds of real time after which requests in flight are cut off. */
const maxWait = 5000;

/** Passes requests to a listener that can be replaced while the server runs. */
export class RequestGate {
  #listener: RequestListener;
  readonly #active = new Set<ServerResponse>();
  /** Requests that wait for the next listener. */
  #held: [IncomingMessage, ServerResponse][] | undefined;

  constructor(listener: RequestListener) {
    this.#listener = listener;
  }

  readonly listener: RequestListener = (request, response) => {
    if (this.#held) this.#held.push([request, response]);
    else this.#pass(request, response);
  };

  /** Holds new requests, until {@link open}. */
  hold(): void {
    this.#held ??= [];
  }

  /** Passes held and new requests to a listener. */
  open(listener: RequestListener): void {
    this.#listener = listener;
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const [request, response] of held) this.#pass(request, response);
  }

  /** Resolves when no request is in flight. Those that take long are cut off. */
  async ended(): Promise<void> {
    if (this.#active.size === 0) return;
    const timer = setTimeout(() => {
      for (const response of this.#active) response.destroy();
    }, maxWait);
    await Promise.all(
      [...this.#active].map(
        (response) => new Promise<void>((resolve) => response.once('close', resolve)),
      ),
    );
    clearTimeout(timer);
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) return;
    this.#active.add(response);
    response.once('close', () => this.#active.delete(response));
    this.#listener(request, response);
  }
}
