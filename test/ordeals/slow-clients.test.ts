import { describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../src/node/log.ts';
import { noMetrics } from '../../src/server/metrics/metrics.ts';
import { createGuardedServer } from '../../src/server/surfaces/guarded-server.ts';
import { ClientAddresses } from '../../src/server/surfaces/shared/client-addresses.ts';
import { requestLimits } from '../../src/server/surfaces/shared/limits.ts';
import { Rejections } from '../../src/server/surfaces/shared/rejections.ts';
import { listening } from '../helpers/listening.ts';
import { rawConnection, rawRequest } from '../helpers/raw-request.ts';

const { maxHeaderSeconds, maxRequestSeconds, maxUnreadSeconds } = requestLimits;

/** Seconds that a limit may be late, on a busy machine too. */
const tolerance = 15;

/** Seconds that something takes. */
async function secondsOf(task: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task;
  return (performance.now() - start) / 1000;
}

describe.concurrent('a slow client', () => {
  it.each([
    ['headers', maxHeaderSeconds, 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['body', maxRequestSeconds, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx'],
  ])('gets 408 without the rest of its %s within %i s', async (_, limit, request) => {
    const server = createGuardedServer(new ClientAddresses([], silentLog), () => {});
    const response = rawRequest({ baseUrl: await listening(server) }, request);
    const seconds = await secondsOf(response);
    expect(await response).toMatchObject({
      status: 408,
      headers: { 'content-type': 'application/json', 'x-frame-options': 'DENY' },
      body: expect.stringContaining('the request took too long'),
    });
    expect(seconds).toBeGreaterThan(limit - 1);
    expect(seconds).toBeLessThan(limit + tolerance);
  });

  it(`is disconnected if it does not read a response for ${maxUnreadSeconds} s, at the second check`, async () => {
    const count = vi.fn();
    const server = createGuardedServer(
      new ClientAddresses([], silentLog),
      (_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)),
      undefined,
      new Rejections({ metrics: { ...noMetrics, count }, log: silentLog }),
    );
    const closed = new Promise((resolve) => {
      server.on('connection', (socket) => socket.once('close', resolve));
    });
    const client = await rawConnection({ baseUrl: await listening(server) });
    client.pause();
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const seconds = await secondsOf(closed);
    expect(seconds).toBeGreaterThan(maxUnreadSeconds - 1);
    expect(seconds).toBeLessThan(2 * maxUnreadSeconds + tolerance);
    expect(count.mock.calls).toEqual([['newswatch_connections_closed_total', { limit: 'unread' }]]);
    client.destroy();
  }, 120_000);
});
