import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { listen, originOf } from '../node/http-server.ts';
import { readBounded } from '../node/read-bounded.ts';
import type { ReceiverAddress } from './deployment.ts';
import { Violation } from './violation.ts';

/** In bytes: larger events are cut off. */
const maxEventSize = 2 * 1024 * 1024;

/** A request that the service sent to a callback. */
export interface ReceivedRequest {
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** How a callback responds: a status code, or a function that writes the response. */
export type CallbackResponse = number | ((response: ServerResponse) => void);

/** One address of the receiver, and the requests that it got. */
export class Callback {
  readonly url: string;
  readonly requests: ReceivedRequest[] = [];
  readonly #responses: readonly CallbackResponse[];

  /** @param responses one for each request; later requests get the last one (default: 204) */
  constructor(url: string, responses: readonly CallbackResponse[]) {
    this.url = url;
    this.#responses = responses;
  }

  handle(request: ReceivedRequest, response: ServerResponse): void {
    this.requests.push(request);
    const index = Math.min(this.requests.length, this.#responses.length) - 1;
    const next = this.#responses[index] ?? 204;
    if (typeof next === 'number') response.writeHead(next).end();
    else next(response);
  }

  /**
   * Waits until `count` requests have arrived.
   *
   * @param timeout in milliseconds
   * @throws {Violation} if they do not arrive in time
   */
  async wait(count: number, timeout: number): Promise<ReceivedRequest[]> {
    const deadline = Date.now() + timeout;
    while (this.requests.length < count) {
      if (Date.now() > deadline) {
        throw new Violation(`${this.requests.length} of ${count} requests reached the receiver`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.requests;
  }
}

/** An HTTP server with a separate, unguessable path for each check. */
export class CallbackReceiver {
  readonly #server: Server;
  readonly #publicUrl: string;
  readonly #callbacks = new Map<string, Callback>();

  private constructor(server: Server, publicUrl: string) {
    this.#server = server;
    this.#publicUrl = publicUrl.replace(/\/$/, '');
  }

  /** @throws {Error} a system error if it cannot listen */
  static async start({ publicUrl, host, port }: ReceiverAddress): Promise<CallbackReceiver> {
    const server = createServer();
    await listen(server, { ...(host && { host }), ...(port && { port }) });
    const receiver = new CallbackReceiver(server, publicUrl ?? originOf(server));
    server.on('request', async (request, response) => {
      const callback = receiver.#callbacks.get(request.url?.split('/').at(-1) ?? '');
      const body = await readBounded(request, maxEventSize).catch(() => undefined);
      if (!callback || !body) response.writeHead(404).end();
      else
        callback.handle({ method: request.method ?? '', headers: request.headers, body }, response);
    });
    return receiver;
  }

  /** A new address. @param responses see {@link Callback} */
  callback(...responses: CallbackResponse[]): Callback {
    const token = randomUUID();
    const callback = new Callback(`${this.#publicUrl}/${token}`, responses);
    this.#callbacks.set(token, callback);
    return callback;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
