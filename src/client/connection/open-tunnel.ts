import type { Socket } from 'node:net';
import { errorCode } from '../../node/error-code.ts';
import { createSocksClient } from '../../node/undici.ts';
import { closedEarly } from './closed-early.ts';
import { readConnectStatus } from './connect-status.ts';
import type { Endpoint } from './endpoint.ts';
import type { ProxyServer } from './proxy.ts';
import { ProxyError } from './proxy-error.ts';

/**
 * Asks a proxy for a tunnel to an endpoint. After it resolves, the socket is the tunnel.
 *
 * @param socket a connection to the proxy; destroying it ends the request
 * @throws {ProxyError} if the proxy refuses or does not speak its protocol
 */
export function openTunnel(socket: Socket, proxy: ProxyServer, target: Endpoint): Promise<void> {
  return /^socks/.test(proxy.protocol)
    ? openSocksTunnel(socket, proxy, target)
    : openHttpTunnel(socket, proxy, target);
}

async function openHttpTunnel(
  socket: Socket,
  { username, password }: ProxyServer,
  { host, port }: Endpoint,
): Promise<void> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  const lines = [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    ...(username || password ? [`Proxy-Authorization: Basic ${credentials}`] : []),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const status = await readConnectStatus(socket);
  if (status < 200 || status > 299) throw ProxyError.ofStatus(status);
}

async function openSocksTunnel(
  socket: Socket,
  { username, password }: ProxyServer,
  { host, port }: Endpoint,
): Promise<void> {
  const client = await createSocksClient(socket, { username, password });
  await new Promise<void>((resolve, reject) => {
    // Rejecting does nothing after the tunnel is open, but an error needs a listener.
    client
      .on('authenticated', () => client.connect(host, port))
      .on('connected', () => resolve())
      .on('error', (error: Error) =>
        reject(/^UND_ERR_/.test(errorCode(error) ?? '') ? ProxyError.ofSocks(error) : error),
      )
      .on('close', () => reject(closedEarly()));
    client.handshake();
  });
}
