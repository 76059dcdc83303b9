import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { onAbort } from '../on-abort.ts';
import { Connection } from './connection.ts';
import type { ConnectionStage } from './connection-stage.ts';
import type { ProxyServer } from './proxy.ts';

/** What an exchange was waiting for when it failed, and why it failed (`cause`). */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly stage: ConnectionStage;

  constructor(stage: ConnectionStage, cause: unknown) {
    super(`failed at ${stage}`, { cause });
    this.stage = stage;
  }
}

/** The status code, the headers and the stream of the body. */
export type ResponseData = Dispatcher.ResponseData;

/** Keep-alive connections to one origin, each for one exchange at a time. */
export class ConnectionPool {
  readonly #origin: string;
  readonly #proxy: ProxyServer | undefined;
  readonly #idle: Connection[] = [];
  #isClosed = false;

  /** @param proxy to tunnel through (default: none) */
  constructor(origin: string, proxy?: ProxyServer) {
    this.#origin = origin;
    this.#proxy = proxy;
  }

  /**
   * Sends a request and reads its response. An abort of a signal ends it at once at every stage,
   * whatever the network, undici or `read` do, and destroys the connection. That includes a body that
   * `read` passes on unread.
   *
   * @throws {ExchangeError}
   */
  async exchange<Result>(
    request: Omit<Dispatcher.RequestOptions, 'origin'>,
    signals: readonly AbortSignal[],
    read: (response: ResponseData) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isClosed) throw new ExchangeError('idle', closed());
    const connection = this.#idle.pop() ?? new Connection(this.#origin, this.#proxy);
    let body: Readable | undefined;
    let stopListening = () => {};
    const aborted = new Promise<never>((_resolve, reject) => {
      stopListening = onAbort(signals, (reason) => {
        reject(reason);
        const error = toError(reason);
        body?.destroy(error);
        connection.destroy(error);
      });
    });
    const release = () => {
      stopListening();
      if (body?.readableEnded && !this.#isClosed) this.#idle.push(connection);
      else connection.destroy(new Error('the connection is not needed any more'));
    };
    try {
      const sent = connection.send({ ...request, origin: this.#origin });
      const response = await Promise.race([sent, aborted]);
      body = response.body.on('error', () => {});
      const result = await Promise.race([read(response), aborted]);
      if (body.closed) release();
      else body.once('close', release);
      return result;
    } catch (error) {
      stopListening();
      connection.destroy(toError(error));
      throw new ExchangeError(connection.stage, error);
    }
  }

  /** Closes idle connections; others are closed after their exchange. New exchanges fail. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#idle.splice(0)) connection.destroy(closed());
  }
}

/** The reason of an abort can be any value, but streams need errors. */
function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function closed(): Error {
  return Object.assign(new Error('the client was closed'), { code: 'CLIENT_CLOSED' });
}
