import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '../../../node/client-network.ts';
import type { ClientAddresses } from './client-addresses.ts';

/**
 * Limits the TCP connections of one address that wait for the client: for its next request, for the
 * rest of one, or to read a response. Beyond the limit, the one that has waited longest is closed, so
 * that a client that keeps many connections open without using them only closes its own. Connections
 * of trusted proxies are not limited, because they carry the requests of many clients.
 *
 * @param maximum for each address
 * @param onClose called when a connection is closed
 */
export function limitWaitingConnections(
  server: Server,
  maximum: number,
  addresses: ClientAddresses,
  onClose = () => {},
): void {
  /** The connections that wait, by address, with their request if there is one; oldest first. */
  const waiting = new Map<string, Map<Socket, IncomingMessage | undefined>>();

  const stopWaiting = (address: string, socket: Socket) => {
    const sockets = waiting.get(address);
    if (sockets?.delete(socket) && sockets.size === 0) waiting.delete(address);
  };
  const startWaiting = (address: string, socket: Socket) => {
    if (socket.destroyed) return;
    const sockets = waiting.get(address) ?? new Map<Socket, IncomingMessage | undefined>();
    waiting.set(address, sockets.set(socket, undefined));
    const [oldest] = sockets;
    if (sockets.size <= maximum || !oldest) return;
    const [oldestSocket, request] = oldest;
    stopWaiting(address, oldestSocket);
    // With a whole request, the client waits for the server.
    if (request?.complete) return;
    oldestSocket.destroy();
    onClose();
  };

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (addresses.isProxy(remoteAddress)) return;
    const address = clientNetwork(remoteAddress);
    startWaiting(address, socket);
    socket.once('close', () => stopWaiting(address, socket));
  });
  server.on('request', (request, response) => {
    const { socket, headers } = request;
    const { remoteAddress = '' } = socket;
    if (socket.destroyed || addresses.isProxy(remoteAddress)) return;
    const address = clientNetwork(remoteAddress);
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody) {
      waiting.get(address)?.set(socket, request);
      request.once('end', () => {
        if (!response.writableEnded) stopWaiting(address, socket);
      });
    } else {
      stopWaiting(address, socket);
    }
    const waitAgain = () => {
      stopWaiting(address, socket);
      startWaiting(address, socket);
    };
    // `prefinish`: the whole response was written, but the client may not read it.
    response.once('prefinish', waitAgain).once('close', waitAgain);
  });
}
