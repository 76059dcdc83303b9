import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../domain/api-error.ts';
import { requestLimits } from './limits.ts';
import { sendApiError } from './raw-error-response.ts';

/** The requests of one TCP connection. */
interface Pipeline {
  /** Number of accepted requests that have no response yet. */
  pending: number;
  /** Number of requests beyond the limit. */
  rejected: number;
}

/** Maximum number of requests beyond the limit that a connection may send until it is closed. */
const maxRejected = 100;

/**
 * Limits the requests that a client sends on one connection before it has the responses of earlier
 * ones, because they would run without a pause.
 */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();

  /**
   * Counts a request until its response ends. The first one beyond the limit gets 429, after which
   * the connection is closed; later ones are ignored, because parsing them costs enough.
   *
   * @returns whether the request may be handled
   */
  accept({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // A request that arrived together with those for which the connection was closed.
    if (socket.destroyed) return false;
    const pipeline = this.#pipelines.get(socket) ?? { pending: 0, rejected: 0 };
    this.#pipelines.set(socket, pipeline);
    if (pipeline.rejected === 0 && pipeline.pending < requestLimits.maxPipelinedRequests) {
      pipeline.pending += 1;
      response.once('close', () => {
        pipeline.pending -= 1;
      });
      return true;
    }
    pipeline.rejected += 1;
    if (pipeline.rejected === 1) sendApiError(response, tooMany());
    if (pipeline.rejected > maxRejected) socket.destroy();
    return false;
  }
}

function tooMany(): ApiError {
  return new ApiError(
    'rate_limited',
    `more than ${requestLimits.maxPipelinedRequests} requests of this connection wait for their responses`,
  );
}
