import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { baseUrlOf, drain, listening } from '../../../src/server/http-server.ts';

afterEach(() => vi.useRealTimers());

it('a connection that is kept alive delays the end no longer than its request', async () => {
  // What cuts everything off after its time must not be what ends this.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = await listening({});
  server.keepAliveTimeout = 0;
  const agent = new Agent({ keepAlive: true });
  const inFlight = request(baseUrlOf(server), { agent }).end();
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const drained = drain(server);
  response.end('done');
  const [answer] = (await once(inFlight, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.headers.connection).toBe('keep-alive');
  await drained;
  agent.destroy();
});
