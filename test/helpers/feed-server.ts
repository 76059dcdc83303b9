import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FeedServer {
  /** Ends without a slash. */
  origin: string;
  /** Those that came, in order. */
  requests: IncomingMessage[];
}

/** A real server on a free port, closed when the test ends. */
export async function feedServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<FeedServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => closed(server));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
