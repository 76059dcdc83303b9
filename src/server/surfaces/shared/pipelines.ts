import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../domain/api-error.ts';
import { requestLimits } from './limits.ts';

/**
 * Limits the requests that a client sends on one connection before it has the responses of earlier
 * ones, because they would run without a pause.
 */
export class Pipelines {
  /** The requests of each connection that have no response yet. */
  readonly #pending = new WeakMap<Socket, number>();

  /** Counts a request until its response ends; returns an error if there are too many. */
  add({ socket }: IncomingMessage, response: ServerResponse): ApiError | undefined {
    const count = (this.#pending.get(socket) ?? 0) + 1;
    this.#pending.set(socket, count);
    response.once('close', () => this.#pending.set(socket, (this.#pending.get(socket) ?? 1) - 1));
    const { maxPipelinedRequests } = requestLimits;
    if (count <= maxPipelinedRequests) return undefined;
    return new ApiError(
      'rate_limited',
      `more than ${maxPipelinedRequests} requests of this connection wait for their responses`,
    );
  }
}
