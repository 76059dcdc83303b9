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
  const { base_url } = await rawServer((socket) => {
    socket.on('data', (bytes) => {
      if (received.push(bytes) === 1) socket.write(Buffer.of(5, 0));
      else socket.destroy();
    });
  });
  const proxy = parseProxy(base_url.replace('http', 'socks5'));
  const connection = new Connection('https://both.example', proxy, async (host) =>
    host === 'both.example' ? [{ address: '2001:db8::1', family: 6 }, local] : [local],
  );
  const sent = connection.send({ origin: 'https://both.example', method: 'GET', path: '/' });
  await expect(sent).rejects.toThrow();
  expect(received[1]?.toString('hex')).toBe('050100017f00000101bb');
});
