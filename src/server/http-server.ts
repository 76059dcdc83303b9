import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds that requests in flight get at the end; attempts in flight have as long by themselves. */
const drainTime = 5000;

/** Milliseconds after which a connection whose last request has ended is closed, at the end. */
const sweepTime = 20;

/** A server that listens at the address; `request` is not listened for yet. */
export function listening({ host = '127.0.0.1', port = 0 }): Promise<Server> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Takes no new connection and lets requests in flight end; kept-alive connections end with them. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainTime).unref();
    const sweep = setInterval(() => server.closeIdleConnections(), sweepTime);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Whether a server bound to it takes requests to any address of the machine. */
export function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** A wildcard address is reached over loopback. */
export function baseUrlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  if (isWildcard(address)) return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
