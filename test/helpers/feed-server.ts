import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FeedServer {
  /** Without a trailing slash. */
  origin: string;
  /** In the order of arrival. */
  requests: IncomingMessage[];
}

/** Starts an HTTP server on a free port; it closes when the test ends. */
export async function feedServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<FeedServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => close(server));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
