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

/**
 * Handles the requests of the service: verifies each and stores its event before responding with
 * 204 (docs/service.md §8.4). A 4xx makes the sender give up, so every temporary problem is a 503.
 */
export class WebhookListener {
  readonly #options: WebhookListenerOptions;
  readonly #mismatches: MismatchLog;
  readonly #rejections: RejectionLog;
  readonly #unfinished = new UnfinishedRequests<Socket>({
    total: unfinishedLimits,
    perNetwork: unfinishedPerNetwork,
    networkOf: ({ remoteAddress }) => clientNetwork(remoteAddress),
    evict: (socket) => void socket.destroy(),
  });
  /** Numbers of requests without a response, or of the current turn of the event loop. */
  readonly #pipelined = new WeakMap<Socket, number>();
  #completeBytes = 0;

  constructor(options: WebhookListenerOptions) {
    this.#options = options;
    this.#mismatches = new MismatchLog(options.log);
    this.#rejections = new RejectionLog(options.log);
  }

  /** Counts a new TCP connection. */
  connect(socket: Socket): void {
    this.#unfinished.wait(socket);
    socket.once('close', () => this.#unfinished.finish(socket));
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
    if (socket.destroyed) return false;
    const count = (this.#pipelined.get(socket) ?? 0) + 1;
    if (count > maxPipelined) {
      socket.destroy();
      return false;
    }
    this.#pipelined.set(socket, count);
    // The whole response was written, but the client may never read it.
    response.once('prefinish', () => this.#unfinished.wait(socket));
    const uncount = () => this.#pipelined.set(socket, (this.#pipelined.get(socket) ?? 1) - 1);
    response.once('close', () => setImmediate(uncount));
    return true;
  }

  #checkTarget({ method, url = '' }: IncomingMessage): void {
    if (url.replace(/\?.*$/s, '') !== this.#options.path) {
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
    try {
      await this.#store(request, body);
    } finally {
      this.#completeBytes -= body.length;
    }
  }

  async #store(request: IncomingMessage, body: Buffer): Promise<void> {
    const { store, accept, now, log } = this.#options;
    const secrets = await this.#options.secrets();
    const received_at = now();
    const { id, type } = this.#verify(request, body, secrets, received_at);
    const event = { id, type, received_at, headers: storedHeaders(request.rawHeaders), body };
    if (type === 'webhook.test') {
      await store(event);
      log('info', 'connection test received', { id });
    } else {
      await accept(event);
    }
  }

  #verify({ headers }: IncomingMessage, body: Buffer, secrets: readonly string[], now: number) {
    const options = { body, headers, secrets, now };
    try {
      return verifySync(options).event;
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
