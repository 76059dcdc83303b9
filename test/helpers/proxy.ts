import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from './certificate.ts';
import { closing } from './closing.ts';
import { envFor, paidKey } from './server.ts';

/** A host name that only the proxy can resolve. */
export const host = 'news.example.org';

/** A proxy that connects every request to a local port, and the requests that it got. */
async function proxyTo(port: number) {
  const requests: { target: string; authorization: string | undefined }[] = [];
  const server = createServer((_request, response) => response.writeHead(501).end());
  server.on('connect', ({ url = '', headers }, socket) => {
    requests.push({ target: url, authorization: headers['proxy-authorization'] });
    const tunnel = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
    socket.on('error', () => tunnel.destroy());
  });
  const address = await listeningAt(server);
  return { requests, address };
}

/** Lets a server listen on a free port. Returns its host and port. */
export async function listeningAt(server: ReturnType<typeof createServer>): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing({
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An HTTPS service under a host name that only the proxy can resolve. */
export async function hiddenService() {
  const certificate = makeCertificate(`DNS:${host}`, 1);
  const file = join(await mkdtemp(join(tmpdir(), 'newswatch-proxy-')), 'cert.pem');
  await writeFile(file, certificate.cert);
  const server = createTlsServer(certificate, ({ headers }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ accepted: headers.authorization === `Bearer ${paidKey}` }));
  });
  const [, port] = (await listeningAt(server)).split(':');
  const env = { ...envFor({ baseUrl: `https://${host}` }), NODE_EXTRA_CA_CERTS: file };
  return { ...(await proxyTo(Number(port))), env };
}
