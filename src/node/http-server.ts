import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds between two checks for TCP connections that have become idle. */
const sweepInterval = 20;

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
  if (!ref) server.on('connection', (socket) => socket.unref()).unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

/**
 * Stops accepting TCP connections, lets active requests finish, and closes kept-alive connections
 * when they become idle.
 *
 * @param timeout milliseconds after which the remaining connections are closed
 */
export function drain(server: Server, timeout = 5000): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeout).unref();
    const sweep = setInterval(() => server.closeIdleConnections(), sweepInterval);
    server.close(() => {
      clearTimeout(timer);
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
