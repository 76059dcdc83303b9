import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** In bytes. Most requests have less. */
const maxChunk = 4096;

/**
 * Passes small chunks to Node's HTTP parser, which handles all requests in a chunk of up to 64 KiB
 * without a pause, even if the connection is closed because of the first ones.
 *
 * @param isStopped whether nothing more of the connection is to be parsed (default: never)
 */
export function parseSmallChunks(
  server: Server,
  isStopped: (socket: Socket) => boolean = () => false,
): void {
  server.on('connection', (socket) => {
    const parsers = socket.listeners('data');
    socket.removeAllListeners('data');
    socket.on('data', (chunk: Buffer) => {
      for (let start = 0; start < chunk.length; start += maxChunk) {
        if (socket.destroyed || isStopped(socket)) return;
        const part = chunk.subarray(start, start + maxChunk);
        for (const parse of parsers) parse(part);
      }
    });
  });
}
