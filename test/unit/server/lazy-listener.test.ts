import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyListener } from '../../../src/server/lazy-listener.ts';

const servers: (() => void)[] = [];
afterEach(() => {
  for (const close of servers.splice(0)) close();
});

async function listeningWith(load: () => Promise<RequestListener>) {
  const onError = vi.fn();
  const { listener, settled } = lazyListener(load, onError);
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, settled, onError };
}

const greeting: RequestListener = (_, outgoing) => outgoing.end('hello');

it('is loaded once, for requests during the load and later ones', async () => {
  let resolve: (listener: RequestListener) => void = () => {};
  const load = vi.fn(
    () =>
      new Promise<RequestListener>((done) => {
        resolve = done;
      }),
  );
  const { url } = await listeningWith(load);
  const early = fetch(url);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  resolve(greeting);
  expect(await (await early).text()).toBe('hello');
  expect(await (await fetch(url)).text()).toBe('hello');
  expect(load).toHaveBeenCalledTimes(1);
});

it('is loaded without a request', async () => {
  const load = vi.fn(async () => greeting);
  await listeningWith(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
});

it('closes the connections of requests if it cannot be loaded, and reports the error', async () => {
  const problem = new Error('a file is missing');
  const { url, onError } = await listeningWith(() => Promise.reject(problem));
  await expect(fetch(url)).rejects.toThrow();
  expect(onError).toHaveBeenCalledWith(problem);
});

it('does not start loading after it has settled', async () => {
  const load = vi.fn(async () => greeting);
  const { settled } = lazyListener(load, () => {});
  await settled();
  await new Promise((resolve) => setImmediate(resolve));
  expect(load).not.toHaveBeenCalled();
});
