import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface RawResponse {
  status: number;
  /** Lowercase names. */
  headers: Record<string, string>;
  /** The values of `Set-Cookie`. */
  cookies: string[];
  body: string;
}

/** A TCP connection to a server, to send requests that no HTTP client sends. */
export async function rawConnection({ baseUrl }: { baseUrl: string }): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  // Also emitted if the server closes the connection: tests look at 'close'.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes and returns the response. The server must close the connection. */
export async function rawRequest(
  server: { baseUrl: string },
  request: string | Buffer,
): Promise<RawResponse> {
  const socket = await rawConnection(server);
  socket.write(request);
  return readResponse(socket);
}

/** Returns the response on a connection. The server must close the connection. */
export async function readResponse(socket: Socket): Promise<RawResponse> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines
    .map((line) => line.split(/: (.*)/s, 2))
    .map(([name = '', value = '']) => [name.toLowerCase(), value] as const);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    cookies: headers.flatMap(([name, value]) => (name === 'set-cookie' ? value : [])),
    body,
  };
}
