import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from 'node:timers';

/** Milliseconds between two checks for TCP connections that have become idle. */
const sweepInterval = 20;

/** Milliseconds after which {@link drain} closes TCP connections on which no request has begun. */
const silentTime = 200;

/** The open TCP connections of each listening server. */
const connections = new WeakMap<Server, Set<Socket>>();

interface ListenOptions {
  /** Default: 127.0.0.1. */
  host?: string;
  /** Default: a free port. */
  port?: number;
  /** Whether the server and its connections keep the process running (default: `true`). */
  ref?: boolean;
}

/**
 * Starts a server; resolves when it is listening.
 *
 * @throws {Error} a system error, such as `EADDRINUSE`
 */
export function listen(
  server: Server,
  { host = '127.0.0.1', port = 0, ref = true }: ListenOptions = {},
): Promise<void> {
  const sockets = new Set<Socket>();
  connections.set(server, sockets);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (!ref) socket.unref();
  });
  if (!ref) server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

/**
 * Stops accepting TCP connections, lets active requests finish, and closes kept-alive connections
 * when they become idle. Node does not count those as idle that browsers open in advance.
 *
 * @param timeout milliseconds after which the remaining connections are closed
 */
export function drain(server: Server, timeout = 5000): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeout).unref();
    const sweep = setInterval(() => server.closeIdleConnections(), sweepInterval);
    const closeSilent = () => {
      for (const socket of connections.get(server) ?? []) {
        if (socket.bytesRead === 0) socket.destroy();
      }
    };
    // Requests that arrived while the event loop was blocked are read between a timer and setImmediate().
    const silent = setTimeout(() => setImmediate(closeSilent), silentTime);
    server.close(() => {
      clearTimeout(timer);
      clearTimeout(silent);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Whether a server that listens on the address accepts requests to every address of the machine. */
export function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** The origin of a listening server, such as `http://127.0.0.1:8080`; loopback if it is a wildcard. */
export function originOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  if (isWildcard(address)) return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
