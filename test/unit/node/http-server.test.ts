import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
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
