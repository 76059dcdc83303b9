import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that are parsed at a time. Most requests have less. */
const partSize = 4096;

/** Maximum number of chunks of a body that are small on average: each takes as long as a large one. */
const maxSmallChunks = 2000;

/** Minimum average bytes of the chunks of a body with more chunks. */
const minAverageChunk = 16;

/**
 * Passes what arrives to Node's HTTP parser in small parts. The parser handles all requests and chunks
 * in up to 64 KiB without a pause, even if the connection is closed because of the first ones.
 *
 * @param isStopped whether nothing more of the connection is to be parsed (default: never)
 * @returns a function to call with each request before it is handled: it rejects a body with too many
 *   small chunks
 */
export function parseInParts(
  server: Server,
  isStopped: (socket: Socket) => boolean = () => false,
): (request: IncomingMessage, response: ServerResponse) => void {
  const rejected = new WeakSet<Socket>();
  server.on('connection', (socket) => {
    const parsers = socket.listeners('data');
    socket.removeAllListeners('data');
    socket.on('data', (bytes: Buffer) => {
      for (let start = 0; start < bytes.length; start += partSize) {
        if (socket.destroyed || rejected.has(socket) || isStopped(socket)) return;
        const part = bytes.subarray(start, start + partSize);
        for (const parse of parsers) parse(part);
      }
    });
  });
  return (request, response) =>
    onSmallChunks(request, () => {
      rejected.add(request.socket);
      reject(request.socket, response);
    });
}

/** Calls `onExcess` once if the body has too many small chunks, and drops the rest of it. */
function onSmallChunks(request: IncomingMessage, onExcess: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let chunks = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  // Node's parser calls this method. A 'data' listener would start to read the body.
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
