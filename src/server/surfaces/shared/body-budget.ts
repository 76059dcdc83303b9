import type { IncomingMessage, ServerResponse } from 'node:http';
import { UnfinishedRequests } from '../../../node/unfinished-requests.ts';
import { ApiError } from '../../domain/api-error.ts';
import { type Metrics, noMetrics } from '../../metrics/metrics.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { collectBody } from './collect-body.ts';
import { requestLimits } from './limits.ts';
import { countRejected } from './rate-limited-error.ts';

/** Memory of a chunk besides its bytes. A client may send each byte as a chunk. */
const chunkOverhead = 200;

interface ReceivedBody {
  isReading: boolean;
  rejection?: BodyRejectedError;
  /** Ends the read in progress. */
  reject: (error: BodyRejectedError) => void;
}

interface BodyBudgetLimits {
  maxReceivedBytes: number;
  maxReceivedBytesPerAddress: number;
  maxHeldBytes: number;
  maxHeldBytesPerAccount: number;
}

/**
 * A request whose body is beyond a limit of all bodies. The rest of the body is received and dropped: if
 * the connection were closed, a proxy that still sends would take the server for broken.
 */
export class BodyRejectedError extends ApiError {}

/**
 * Limits the memory for bodies of requests on all surfaces: those that are being received, in total
 * and for each address, and those that were received, until their responses are sent.
 */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #metrics: Metrics;
  readonly #received: UnfinishedRequests<IncomingMessage>;
  readonly #bodies = new WeakMap<IncomingMessage, ReceivedBody>();
  readonly #held = new Map<string, number>();
  #allHeld = 0;

  constructor(
    addresses: ClientAddresses,
    limits: BodyBudgetLimits = requestLimits,
    metrics: Metrics = noMetrics,
  ) {
    this.#limits = limits;
    this.#metrics = metrics;
    this.#received = new UnfinishedRequests({
      total: { bytes: limits.maxReceivedBytes },
      perNetwork: { bytes: limits.maxReceivedBytesPerAddress },
      networkOf: (request) => addresses.of(request),
      evict: (request, exceeded) => this.#evict(request, exceeded),
    });
  }

  /** Counts the body of a request as it arrives, whether or not it is read. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    if (!hasBody(request)) return;
    const body: ReceivedBody = { isReading: false, reject: () => {} };
    this.#bodies.set(request, body);
    let isCounted = true;
    const stop = () => {
      isCounted = false;
      this.#received.finish(request);
    };
    request.once('close', stop);
    response.once('close', stop);
    const push = request.push.bind(request);
    // Called by Node's parser. A 'data' listener would start to read the body.
    request.push = (chunk: Buffer | null, encoding) => {
      if (chunk !== null && body.rejection) return true;
      if (chunk !== null && isCounted) {
        this.#received.receive(request, chunk.length + (body.isReading ? 0 : chunkOverhead));
        if (body.rejection) return true;
      }
      return push(chunk, encoding);
    };
  }

  /**
   * Reads the body of a request. If that fails, the rest of the body is received and dropped.
   *
   * @throws {BodyRejectedError} if it was evicted for a newer one
   * @throws {TooLargeError} if it is larger than `maxBytes`
   * @throws {Error} if the connection is closed before its end
   */
  async read(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
    const body = this.#bodies.get(request);
    if (!body) {
      request.resume();
      return Buffer.alloc(0);
    }
    if (body.rejection) throw body.rejection;
    body.isReading = true;
    try {
      const { result, fail } = collectBody(request, maxBytes);
      body.reject = fail;
      return await result;
    } catch (error) {
      request.resume();
      throw error;
    } finally {
      this.#received.finish(request);
    }
  }

  /**
   * Counts a body that was read until its response is sent.
   *
   * @param account id of the authenticated account
   * @throws {BodyRejectedError} if the bodies of the account, or all, are too large
   */
  hold(response: ServerResponse, bytes: number, account: string): void {
    const held = (this.#held.get(account) ?? 0) + bytes;
    if (held > this.#limits.maxHeldBytesPerAccount) {
      countRejected(this.#metrics, 'bodies');
      throw new BodyRejectedError(
        'rate_limited',
        'the requests of this account that wait for their responses have too large bodies',
      );
    }
    if (this.#allHeld + bytes > this.#limits.maxHeldBytes) {
      countRejected(this.#metrics, 'bodies');
      throw overloaded();
    }
    if (bytes === 0 || response.destroyed) return;
    this.#held.set(account, held);
    this.#allHeld += bytes;
    response.once('close', () => {
      this.#allHeld -= bytes;
      const rest = (this.#held.get(account) ?? bytes) - bytes;
      if (rest > 0) this.#held.set(account, rest);
      else this.#held.delete(account);
    });
  }

  #evict(request: IncomingMessage, exceeded: 'total' | 'network'): void {
    const body = this.#bodies.get(request);
    if (!body) return;
    countRejected(this.#metrics, 'bodies');
    body.rejection =
      exceeded === 'total'
        ? overloaded()
        : new BodyRejectedError(
            'rate_limited',
            'the bodies that this address sends at the same time are too large',
          );
    body.reject(body.rejection);
    // Frees the chunks that wait for a reader.
    if (!body.isReading) request.resume();
  }
}

function overloaded(): BodyRejectedError {
  return new BodyRejectedError(
    'unavailable',
    'the server receives too many bodies; nothing was changed',
  );
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
