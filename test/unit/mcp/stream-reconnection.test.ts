import { PassThrough } from 'node:stream';
import { Bridge, connectMcp } from 'newswatch/mcp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StreamReconnection } from '../../../src/mcp/stream-reconnection.ts';

const url = new URL('https://news.example/mcp');
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * A service that ends each event stream at once.
 *
 * @param events the content of each stream
 */
function closingService(events: string) {
  const service = { streams: 0, results: 0, fetch };
  async function fetch(_url: string | URL, init?: RequestInit): Promise<Response> {
    if (init?.method === 'GET') {
      service.streams += 1;
      return new Response(events, { headers: { 'Content-Type': 'text/event-stream' } });
    }
    const { id, method } = JSON.parse(String(init?.body)) as { id?: number; method: string };
    if (id === undefined) return new Response(null, { status: 202 });
    if (method === 'server/discover') {
      const error = { code: -32601, message: 'there is no such method' };
      return Response.json({ jsonrpc: '2.0', id, error });
    }
    service.results += 1;
    const serverInfo = { name: 'news', version: '1' };
    const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    return Response.json({ jsonrpc: '2.0', id, result });
  }
  return service;
}

async function bridgeTo(fetch: ReturnType<typeof closingService>['fetch']) {
  const stdin = new PassThrough();
  const bridge = new Bridge({
    url,
    fetch,
    stdin,
    write: () => {},
    toError: async () => new Error('failed'),
    onFailure: String,
    toToolResult: () => undefined,
  });
  const run = bridge.run();
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} };
  const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  stdin.write(`${JSON.stringify(initialize)}\n`);
  stdin.write(`${JSON.stringify(initialized)}\n`);
  return async () => {
    await bridge.close();
    await run.catch(() => {});
  };
}

async function connectionTo(fetch: ReturnType<typeof closingService>['fetch']) {
  const connection = await connectMcp({ url, fetch }, new AbortController().signal);
  return () => connection.close();
}

describe.each([
  ['the bridge', bridgeTo],
  ['an MCP connection', connectionTo],
])('%s to a service that ends each event stream', (_name, connect) => {
  it.each(['', 'retry: 0\n\n', ': ping\n\n'])(
    'reconnects less and less often after %j',
    async (events) => {
      const service = closingService(events);
      const close = await connect(service.fetch);
      await vi.waitFor(() => expect(service.streams).toBe(1), { interval: 1 });
      // After 1, 3, 7, 15 and 31 seconds, and then every 30 seconds.
      await vi.advanceTimersByTimeAsync(minute);
      expect(service.streams).toBeLessThanOrEqual(6);
      expect(service.streams).toBeGreaterThan(2);
      const before = service.streams;
      await vi.advanceTimersByTimeAsync(10 * minute);
      expect(service.streams - before).toBeLessThanOrEqual(20);
      await close();
      const last = service.streams;
      await vi.advanceTimersByTimeAsync(10 * minute);
      expect(service.streams).toBe(last);
    },
  );

  it('reconnects after a second if the stream had an event', async () => {
    const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    const service = closingService(`retry: 0\n\ndata: ${JSON.stringify(message)}\n\n`);
    const close = await connect(service.fetch);
    await vi.waitFor(() => expect(service.streams).toBe(1), { interval: 1 });
    await vi.advanceTimersByTimeAsync(minute);
    expect(service.streams).toBeLessThanOrEqual(61);
    expect(service.streams).toBeGreaterThan(30);
    await close();
  });
});

describe('the wait before a reconnection', () => {
  it('is as long as the service asks for, if that is longer', async () => {
    const reconnect = vi.fn();
    new StreamReconnection().schedule(reconnect, 5000, 0);
    await vi.advanceTimersByTimeAsync(4999);
    expect(reconnect).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(reconnect).toHaveBeenCalledOnce();
  });

  it('is not skipped if it is longer than a timer can wait', async () => {
    const reconnect = vi.fn();
    const reconnection = new StreamReconnection();
    reconnection.schedule(reconnect, 1e15, 0);
    await vi.advanceTimersByTimeAsync(minute);
    expect(reconnect).not.toHaveBeenCalled();
    reconnection.close();
  });

  it('is the same for streams that end together', async () => {
    const reconnect = vi.fn();
    const { schedule } = new StreamReconnection();
    for (let n = 0; n < 9; n += 1) schedule(reconnect, 0, 0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reconnect).toHaveBeenCalledTimes(9);
  });

  it('does not start after the connection was closed', async () => {
    const reconnect = vi.fn();
    const reconnection = new StreamReconnection();
    // Other connections of this process may have timers, but start none in between.
    const others = vi.getTimerCount();
    reconnection.schedule(reconnect, 0, 0);
    reconnection.schedule(reconnect, 0, 0);
    expect(vi.getTimerCount()).toBe(others + 2);
    reconnection.close();
    reconnection.schedule(reconnect, 0, 0);
    expect(vi.getTimerCount()).toBe(others);
    await vi.advanceTimersByTimeAsync(minute);
    expect(reconnect).not.toHaveBeenCalled();
  });
});
