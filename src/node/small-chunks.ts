import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** In bytes. Most requests have less. */
const maxChunk = 4096;

/** Chunks of a body that may be small: each of them takes about as long as a large one. */
const maxSmallChunks = 2000;

/** Average bytes of the chunks of a body with more. */
const minAverageChunk = 16;

/**
 * Passes small chunks to Node's HTTP parser, which handles all requests in a chunk of up to 64 KiB
 * without a pause, even if the connection is closed because of the first ones. Rejects bodies that
 * are sent in very many chunks of a few bytes.
 *
 * @param isStopped whether nothing more of the connection is to be parsed (default: never)
 */
export function parseSmallChunks(
  server: Server,
  isStopped: (socket: Socket) => boolean = () => false,
): void {
  const rejected = new WeakSet<Socket>();
  server.on('request', (request, response) => {
    limitChunks(request, () => {
      rejected.add(request.socket);
      reject(request.socket, response);
    });
  });
  server.on('connection', (socket) => {
    const parsers = socket.listeners('data');
    socket.removeAllListeners('data');
    socket.on('data', (chunk: Buffer) => {
      for (let start = 0; start < chunk.length; start += maxChunk) {
        if (socket.destroyed || rejected.has(socket) || isStopped(socket)) return;
        const part = chunk.subarray(start, start + maxChunk);
        for (const parse of parsers) parse(part);
      }
    });
  });
}

/** Calls `onExcess` once, if a body has too many small chunks. */
function limitChunks(request: IncomingMessage, onExcess: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let chunks = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  // Called by Node's parser. A 'data' listener would start to read the body.
  request.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null) return push(chunk, encoding);
    chunks += 1;
    bytes += chunk.length;
    const isExceeded = chunks > maxSmallChunks && bytes < chunks * minAverageChunk;
    if (!isExceeded) return push(chunk, encoding);
    request.push = () => true;
    onExcess();
    return true;
  };
}

/** Responds, unless another response has started or comes first, and closes the connection. */
function reject(socket: Socket, response: ServerResponse): void {
  const body = JSON.stringify({
    error: 'invalid_request',
    message: `the body is sent in more than ${maxSmallChunks} chunks of a few bytes`,
  });
  if (response.socket === socket && !response.headersSent) {
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json',
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
