import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { parseInParts } from '../../node/parse-in-parts.ts';
import { ApiError } from '../domain/api-error.ts';
import { BodyBudget } from './shared/body-budget.ts';
import type { ClientAddresses } from './shared/client-addresses.ts';
import { clientErrorResponse } from './shared/client-error.ts';
import { requestLimits } from './shared/limits.ts';
import { Pipelines } from './shared/pipelines.ts';
import { silentRejections } from './shared/rejections.ts';
import { limitWaitingConnections } from './shared/waiting-connections.ts';

/**
 * An HTTP server with limits of size, time and number, which rejects requests with API errors.
 *
 * @param listener gets the requests within the limits
 */
export function createGuardedServer(
  addresses: ClientAddresses,
  listener: RequestListener,
  bodies = new BodyBudget(addresses),
  rejections = silentRejections,
): Server {
  const { maxHeaderBytes, maxHeaderSeconds, maxRequestSeconds } = requestLimits;
  const { maxUnreadSeconds, maxWaitingConnections } = requestLimits;
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: maxHeaderSeconds * 1000,
    requestTimeout: maxRequestSeconds * 1000,
    connectionsCheckingInterval: 1000,
    // `requestProblem` checks it, with a response body.
    requireHostHeader: false,
  });
  const { metrics } = rejections;
  limitWaitingConnections(server, maxWaitingConnections, addresses, () =>
    metrics.count('newswatch_connections_closed_total', { limit: 'waiting' }),
  );
  const responses = new WeakMap<Duplex, ServerResponse>();
  const pipelines = new Pipelines(rejections);
  /** Connections whose requests cannot be parsed any further. */
  const ended = new WeakSet<Duplex>();
  const limitChunks = parseInParts(
    server,
    (socket) => ended.has(socket) || pipelines.hasRejected(socket),
  );
  server.on('request', (request, response) => {
    limitChunks(request, response);
    bodies.watch(request, response);
    const { socket } = request;
    const onTimeout = () =>
      metrics.count('newswatch_connections_closed_total', { limit: 'unread' });
    // Node sets another timeout when the client has read the response.
    response.once('prefinish', () => socket.setTimeout(maxUnreadSeconds * 1000, onTimeout));
    response.once('finish', () => socket.off('timeout', onTimeout));
    if (!pipelines.accept(request, response, () => listener(request, response))) return;
    responses.set(socket, response);
  });
  server.on('clientError', (error: Error, socket: Duplex) => {
    ended.add(socket);
    const response = responses.get(socket);
    const isResponding = response?.headersSent === true && !response.writableFinished;
    if (!socket.writable || isResponding) return void socket.destroy();
    const { status, error: apiError } = clientErrorResponse(error);
    rejections.end(socket, apiError, status);
  });
  // Without a listener, Node closes the connection without a response.
  server.on('connect', (_request, socket: Duplex) => {
    ended.add(socket);
    socket.on('error', () => {});
    const response = responses.get(socket);
    if (response && !response.writableFinished) return void socket.destroy();
    const message = 'this server is no proxy: CONNECT is not supported';
    rejections.end(socket, new ApiError('invalid_request', message));
  });
  server.on('checkExpectation', (request, response) => {
    pipelines.accept(request, response, () => {
      const error = new ApiError('invalid_request', 'the Expect header must be 100-continue');
      rejections.send(request, response, error);
    });
  });
  return server;
}
