import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../domain/api-error.ts';
import { requestLimits } from './limits.ts';
import { countRejected } from './rate-limited-error.ts';
import type { Rejections } from './rejections.ts';

/** The requests of one TCP connection. */
interface Pipeline {
  /** Handle the accepted requests that have no response yet; the first one runs. */
  readonly pending: (() => void)[];
  /** Whether a request was beyond the limit. */
  isRejected: boolean;
}

/**
 * Limits the requests that a client sends on one connection before it has the responses of earlier
 * ones, and runs them one after another: a client that does not read its responses stops them.
 */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();
  readonly #rejections: Rejections;

  constructor(rejections: Rejections) {
    this.#rejections = rejections;
  }

  /** Whether a request was beyond the limit: later ones need not be parsed. */
  hasRejected(socket: Socket): boolean {
    return this.#pipelines.get(socket)?.isRejected === true;
  }

  /**
   * Counts a request until its response ends. The first one beyond the limit gets 429, after which
   * the connection is closed; later ones are ignored.
   *
   * @param handle called when the responses of earlier requests have ended
   * @returns whether the request is accepted
   */
  accept(request: IncomingMessage, response: ServerResponse, handle: () => void): boolean {
    const { socket } = request;
    // A request that arrived together with those for which the connection was closed.
    if (socket.destroyed) return false;
    const pipeline = this.#pipelines.get(socket) ?? { pending: [], isRejected: false };
    this.#pipelines.set(socket, pipeline);
    const { pending } = pipeline;
    if (!pipeline.isRejected && pending.length < requestLimits.maxPipelinedRequests) {
      response.once('close', () => {
        pending.shift();
        if (!socket.destroyed) pending[0]?.();
      });
      if (pending.push(handle) === 1) handle();
      return true;
    }
    if (!pipeline.isRejected) {
      countRejected(this.#rejections.metrics, 'pipelined_requests');
      this.#rejections.send(request, response, tooMany());
    }
    pipeline.isRejected = true;
    return false;
  }
}

function tooMany(): ApiError {
  return new ApiError(
    'rate_limited',
    `more than ${requestLimits.maxPipelinedRequests} requests of this connection wait for their responses`,
  );
}
