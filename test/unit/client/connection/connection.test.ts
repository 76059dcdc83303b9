import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { Connection } from '../../../../src/client/connection/connection.ts';
import { parseProxy } from '../../../../src/client/connection/proxy.ts';
import { rawServer } from '../../../helpers/mock-server.ts';
import { listeningAt } from '../../../helpers/proxy.ts';

const local = { address: '127.0.0.1', family: 4 };
it('opens no socket if it is destroyed when the look-up ends', async () => {
  let sockets = 0;
  const server = createServer((_request, response) => response.end('{}'));
  server.on('connection', () => {
    sockets += 1;
  });
  const origin = `http://${await listeningAt(server)}`;
  const request = { origin, method: 'GET', path: '/' } as const;

  const destroyed: Connection = new Connection(origin, undefined, async () => {
    destroyed.destroy(new Error('enough'));
    return [local];
  });
  await expect(destroyed.send(request)).rejects.toThrow('enough');

  const next = new Connection(origin, undefined);
  expect((await next.send(request)).statusCode).toBe(200);
  next.destroy(new Error('the end'));
  expect(sockets).toBe(1);
});

it('gives a socks5 proxy an IPv4 address, if there is one', async () => {
  const received: Buffer[] = [];
  const { baseUrl } = await rawServer((socket) => {
    socket.on('data', (bytes) => {
      if (received.push(bytes) === 1) socket.write(Buffer.of(5, 0));
      else socket.destroy();
    });
  });
  const proxy = parseProxy(baseUrl.replace('http', 'socks5'));
  const connection = new Connection('https://both.example', proxy, async (host) =>
    host === 'both.example' ? [{ address: '2001:db8::1', family: 6 }, local] : [local],
  );
  const sent = connection.send({ origin: 'https://both.example', method: 'GET', path: '/' });
  await expect(sent).rejects.toThrow();
  expect(received[1]?.toString('hex')).toBe('050100017f00000101bb');
});

it('skips interim responses to CONNECT, in any pieces', async () => {
  const head = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 Connection established\r\nvia: a\r\n\r\n';
  const requests: string[] = [];
  const { baseUrl } = await rawServer((socket) => {
    socket.setNoDelay();
    socket.on('data', async (bytes) => {
      if (requests.push(bytes.toString()) > 1) {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        return;
      }
      for (const character of head) {
        await new Promise((resolve) => socket.write(character, resolve));
        await new Promise(setImmediate);
      }
    });
  });
  const connection = new Connection('http://service.example', parseProxy(baseUrl), async () => [
    local,
  ]);
  const response = await connection.send({
    origin: 'http://service.example',
    method: 'GET',
    path: '/',
  });
  expect(await response.body.json()).toEqual({});
  expect(requests[0]).toBe(
    'CONNECT service.example:80 HTTP/1.1\r\nHost: service.example:80\r\n\r\n',
  );
  connection.destroy(new Error('the end'));
});
