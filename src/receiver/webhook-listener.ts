import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '../node/client-network.ts';
import type { Log } from '../node/log.ts';
import { UnfinishedRequests } from '../node/unfinished-requests.ts';
import { StoreUnavailable } from '../storage/store-unavailable.ts';
import { verifySync } from '../webhooks/sync/verify-sync.ts';
import { WebhookError } from '../webhooks/webhook-error.ts';
import type { InboxEvent } from './inbox-event.ts';
import { MismatchLog } from './mismatch-log.ts';
import { checkBodyHeaders, maxEventSize, readEventBody } from './read-event-body.ts';
import { RejectionLog } from './rejection-log.ts';
import { RequestRejection, sendRejection } from './request-rejection.ts';
import { storedHeaders } from './stored-headers.ts';

export interface WebhookListenerOptions {
  /** The only path that accepts events. */
  path: string;
  /** Resolves when the connection is made; requests wait for it. */
  secrets: () => Promise<readonly string[]>;
  /** Stores an event without passing it to the handler. */
  store: (event: InboxEvent) => Promise<void>;
  /** Stores an event and passes it to the handler. */
  accept: (event: InboxEvent) => Promise<void>;
  /** Whether too many events are waiting for the handler. */
  isFull: () => boolean;
  now: () => number;
  log: Log;
}

/** Maximum total size of the complete bodies that are being stored, in bytes. */
const maxCompleteBytes = 32 * maxEventSize;

/** Limits for connections without a complete request: of all clients, and of each. */
const unfinishedLimits = { count: 1024, bytes: 32 * maxEventSize };
const unfinishedPerNetwork = { count: 256, bytes: 16 * maxEventSize };

/**
 * Maximum number of requests of a connection without a response, or in one turn of the event loop. The
 * service sends one at a time.
 */
const maxPipelined = 4;

/** An open TCP connection. */
interface Connection {
  /** The network of its client. */
  readonly network: string;
  /** Number of requests without a response, or of the current turn of the event loop. */
  requests: number;
}

/**
 * Handles the requests of the service: verifies each and stores its event before responding with
 * 204 (docs/service.md §8.4). A 4xx makes the sender give up, so every temporary problem is a 503.
 */
export class WebhookListener {
  readonly #options: WebhookListenerOptions;
  readonly #mismatches: MismatchLog;
  readonly #rejections: RejectionLog;
  readonly #connections = new Map<Socket, Connection>();
  readonly #unfinished = new UnfinishedRequests<Socket>({
    total: unfinishedLimits,
    perNetwork: unfinishedPerNetwork,
    networkOf: (socket) => this.#connections.get(socket)?.network ?? '',
    evict: (socket) => void socket.destroy(),
  });
  /** The connections of the responses that were closed in this turn of the event loop. */
  #responded: Connection[] = [];
  #completeBytes = 0;

  constructor(options: WebhookListenerOptions) {
    this.#options = options;
    this.#mismatches = new MismatchLog(options.log);
    this.#rejections = new RejectionLog(options.log);
  }

  /** Counts a new TCP connection. */
  connect(socket: Socket): void {
    const network = clientNetwork(socket.remoteAddress);
    this.#connections.set(socket, { network, requests: 0 });
    this.#unfinished.wait(socket);
    socket.once('close', () => {
      this.#unfinished.finish(socket);
      this.#connections.delete(socket);
    });
  }

  /** Never rejects. Sends `100 Continue` only for a body that will be read. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    if (!this.#takeRequest(socket, response)) return;
    try {
      this.#checkTarget(request);
      checkBodyHeaders(request);
      if (this.#options.isFull()) throw unavailable('too many events are waiting to be handled');
      if (request.headers.expect !== undefined) response.writeContinue();
      const body = await readEventBody(request, (count) => this.#unfinished.receive(socket, count));
      this.#unfinished.finish(socket);
      await this.#receive(request, body);
      response.writeHead(204).end();
    } catch (error) {
      const rejection = toRejection(error);
      this.#rejections.add(rejection, error);
      if (!response.headersSent && !response.destroyed) sendRejection(request, response, rejection);
    }
  }

  /**
   * Counts a request until its response is sent and the event loop has turned. Closes the connection
   * if it has too many: Node handles all that have arrived without a pause for those of others.
   */
  #takeRequest(socket: Socket, response: ServerResponse): boolean {
    const connection = this.#connections.get(socket);
    if (!connection || socket.destroyed) return false;
    if (connection.requests === maxPipelined) {
      socket.destroy();
      return false;
    }
    connection.requests += 1;
    // The whole response was written, but the client may never read it.
    response.on('prefinish', () => this.#unfinished.wait(socket));
    response.on('close', () => {
      this.#responded.push(connection);
      if (this.#responded.length === 1) setImmediate(() => this.#uncountRequests());
    });
    return true;
  }

  #uncountRequests(): void {
    for (const connection of this.#responded.splice(0)) connection.requests -= 1;
  }

  #checkTarget({ method, url = '' }: IncomingMessage): void {
    const query = url.indexOf('?');
    if ((query === -1 ? url : url.slice(0, query)) !== this.#options.path) {
      throw new RequestRejection(404, 'not_found', 'webhooks are not accepted at this path');
    }
    if (method !== 'POST') {
      throw new RequestRejection(405, 'method_not_allowed', 'webhooks must be sent with POST', {
        Allow: 'POST',
      });
    }
  }

  async #receive(request: IncomingMessage, body: Buffer): Promise<void> {
    if (this.#completeBytes + body.length > maxCompleteBytes)
      throw unavailable('too many requests');
    this.#completeBytes += body.length;
    const { store, accept, log } = this.#options;
    try {
      const event = this.#verify(request, body, await this.#options.secrets());
      if (event.type === 'webhook.test') {
        await store(event);
        log('info', 'connection test received', { id: event.id });
      } else {
        await accept(event);
      }
    } finally {
      this.#completeBytes -= body.length;
    }
  }

  #verify(request: IncomingMessage, body: Buffer, secrets: readonly string[]): InboxEvent {
    const { headers, rawHeaders } = request;
    const received_at = this.#options.now();
    const options = { body, headers, secrets, now: received_at };
    try {
      const { id, type } = verifySync(options).event;
      return { id, type, received_at, headers: storedHeaders(rawHeaders), body };
    } catch (error) {
      if (error instanceof WebhookError && error.reason === 'signature_mismatch') {
        this.#mismatches.add(options, error);
      }
      throw error;
    }
  }

  /** Logs the counts of rejected requests that are not logged yet. */
  close(): void {
    this.#rejections.flush();
  }
}

function unavailable(message: string): RequestRejection {
  return new RequestRejection(503, 'unavailable', message, { 'Retry-After': '5' });
}

function toRejection(error: unknown): RequestRejection {
  if (error instanceof RequestRejection) return error;
  if (error instanceof StoreUnavailable) return unavailable('the store is unavailable');
  if (error instanceof WebhookError) {
    return new RequestRejection(error.status, error.reason, error.message);
  }
  return new RequestRejection(500, 'internal', 'the event could not be stored');
}
