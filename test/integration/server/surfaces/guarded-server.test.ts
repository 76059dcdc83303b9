import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../../src/node/log.ts';
import { createGuardedServer } from '../../../../src/server/surfaces/guarded-server.ts';
import { ClientAddresses } from '../../../../src/server/surfaces/shared/client-addresses.ts';
import { limitWaitingConnections } from '../../../../src/server/surfaces/shared/waiting-connections.ts';
import { listening } from '../../../helpers/listening.ts';
import { rawConnection } from '../../../helpers/raw-request.ts';

/** The URL of a guarded server with this listener. */
async function guarded(listener: RequestListener): Promise<{ baseUrl: string }> {
  const server = createGuardedServer(new ClientAddresses([], silentLog), listener);
  return { baseUrl: await listening(server) };
}

describe('a connection that sends requests without waiting for their responses', () => {
  it.each([
    ['requests', ''],
    ['expectations', 'Expect: more\r\n'],
  ])('is closed, and has ten of its %s handled at most, one after another', async (_, header) => {
    let handled = 0;
    let running = 0;
    const server = await guarded((_request, response) => {
      handled += 1;
      running += 1;
      expect(running).toBe(1);
      setImmediate(() => {
        running -= 1;
        response.end();
      });
    });
    const socket = await rawConnection(server);
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    const slow = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    socket.write(slow + `GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n`.repeat(5000));
    await closed;
    expect(handled).toBe(header === '' ? 10 : 1);
  });
});

describe('beyond the limit of waiting connections', () => {
  it.each([
    ['closed if the rest of its request is missing', 2, true],
    ['kept if the server has its whole request', 1, false],
  ])('the oldest is %s', async (_, length, isClosed) => {
    const requests: IncomingMessage[] = [];
    const server = createServer((request) => requests.push(request));
    const onClose = vi.fn();
    limitWaitingConnections(server, 1, new ClientAddresses([], silentLog), onClose);
    const baseUrl = await listening(server);
    const oldest = await rawConnection({ baseUrl });
    oldest.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\nx`);
    await once(server, 'request');
    const accepted = once(server, 'connection');
    await rawConnection({ baseUrl });
    await accepted;
    expect(requests.map(({ socket }) => socket.destroyed)).toEqual([isClosed]);
    expect(onClose).toHaveBeenCalledTimes(isClosed ? 1 : 0);
  });
});
