import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { drain, listen, originOf } from '../../../src/node/http-server.ts';

afterEach(() => vi.useRealTimers());

it('drain ends a kept-alive connection as soon as its request has ended', async () => {
  // The timeout of drain must not be what ends the connection.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = createServer();
  await listen(server);
  server.keepAliveTimeout = 0;
  const agent = new Agent({ keepAlive: true });
  const inFlight = request(originOf(server), { agent }).end();
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const drained = drain(server);
  response.end('done');
  const [received] = (await once(inFlight, 'response')) as [IncomingMessage];
  received.resume();
  expect(received.headers.connection).toBe('keep-alive');
  await drained;
  agent.destroy();
});

const head = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

async function answeringServer() {
  const server = createServer((_request, response) => void response.end('ok'));
  await listen(server);
  const connection = async () => {
    const socket = connect(Number(new URL(originOf(server)).port), '127.0.0.1');
    await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
    return socket.on('error', () => {});
  };
  return { server, connection };
}

it('drain closes a connection on which no request has begun', async () => {
  const { server, connection } = await answeringServer();
  await connection();
  // Longer than the test may take: it does not wait for the time limit.
  await drain(server, 120_000);
});

it('drain answers a request that was on its way, and one that has begun', async () => {
  const { server, connection } = await answeringServer();
  const begun = await connection();
  begun.write(head.slice(0, 10));
  const onItsWay = await connection();
  await pause(20);
  const drained = drain(server, 60_000);
  onItsWay.write(head);
  expect(String((await once(onItsWay, 'data'))[0])).toMatch(/^HTTP\/1.1 200/);
  await pause(400);
  begun.write(head.slice(10));
  expect(String((await once(begun, 'data'))[0])).toMatch(/^HTTP\/1.1 200/);
  await drained;
});

it('drain answers a request that arrived while the event loop was blocked', async () => {
  const { server, connection } = await answeringServer();
  const socket = await connection();
  const drained = drain(server, 60_000);
  socket.write(head);
  const blockedUntil = performance.now() + 300;
  while (performance.now() < blockedUntil);
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200/);
  await drained;
});

it.each([true, false])('with ref: %s, connections keep the process running or not', async (ref) => {
  const unref = vi.spyOn(Socket.prototype, 'unref');
  const server = createServer();
  await listen(server, { ref });
  const client = connect(Number(new URL(originOf(server)).port), '127.0.0.1');
  const [accepted] = await once(server, 'connection');
  expect(unref.mock.contexts.includes(accepted)).toBe(!ref);
  unref.mockRestore();
  client.destroy();
  await drain(server);
});
