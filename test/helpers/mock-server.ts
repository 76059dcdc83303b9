import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getResponse, type RequestHandler } from 'msw';
import { closing } from './closing.ts';

interface TestServer {
  baseUrl: string;
  close(): Promise<void>;
}

/** An HTTP server that sends the responses of msw handlers. */
export async function mockServer(...handlers: RequestHandler[]): Promise<TestServer> {
  const server = createHttpServer(async (request, response) => {
    const url = `http://${request.headers.host}${request.url}`;
    const { method = 'GET' } = request;
    const body = await buffer(request);
    const sent = new Request(url, { method, ...(body.length > 0 ? { body } : {}) });
    const found = await getResponse(handlers, sent);
    if (!found) throw new Error(`no handler for ${request.method} ${request.url}`);
    response.writeHead(found.status, Object.fromEntries(found.headers));
    response.end(new Uint8Array(await found.arrayBuffer()));
  });
  return listening(server, () => server.closeAllConnections());
}

/** A TCP server, for missing, aborted and incomplete responses. */
export async function rawServer(onConnection: (socket: Socket) => void): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onConnection(socket);
  });
  return listening(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listening(server: Server, closeConnections: () => void): Promise<TestServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return closing({
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        closeConnections();
      }),
  });
}
