import { describe, expect, it } from 'vitest';
import { guardedFetch, operatorFetch } from '../../../../src/server/egress/guarded-fetch.ts';
import { fetchFeed } from '../../../../src/server/feeds/input/fetch-feed.ts';
import { feedServer } from '../../../helpers/feed-server.ts';

/** Resolves every name to this machine. */
const resolver = { resolve: async () => [{ address: '127.0.0.1', family: 4 }] };
const guarded = guardedFetch({ allowPrivate: false }, resolver);
const unguarded = guardedFetch({ allowPrivate: true }, resolver);

describe('guardedFetch', () => {
  it.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'https://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/',
  ])('rejects %s', async (address) => {
    await expect(fetchFeed(address, { fetch: guarded })).rejects.toThrow(/not public|private host/);
  });

  it('does not connect to a private address behind a public name', async () => {
    const { origin, requests } = await feedServer((_request, response) => response.end('x'));
    const address = origin.replace('127.0.0.1', 'news.example.org');
    await expect(fetchFeed(address, { fetch: guarded })).rejects.toThrow(
      'its address is not public',
    );
    expect(requests).toEqual([]);
  });

  it('checks each hop of a redirect', async () => {
    const { origin, requests } = await feedServer((_request, response) => response.end('x'));
    const headers = { location: `${origin}/inside` };
    const fetch: typeof guarded = (address, init) =>
      address === 'https://public.example.org/'
        ? Promise.resolve(new Response(null, { status: 302, headers }))
        : guarded(address, init);
    await expect(fetchFeed('https://public.example.org/', { fetch })).rejects.toThrow(
      'names an address that is not public (127.0.0.1)',
    );
    expect(requests).toEqual([]);
  });

  it('handles responses, validators and redirects like the global fetch', async () => {
    const { origin, requests } = await feedServer((request, response) => {
      if (request.url === '/old') response.writeHead(301, { location: '/new' }).end();
      else if (request.headers['if-none-match']) response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"', 'content-type': 'x/y; charset=utf-8' }).end('a');
    });
    const first = await fetchFeed(`${origin}/old`, { fetch: unguarded });
    const expected = await fetchFeed(`${origin}/old`);
    expect(first).toEqual({ ...expected, close: expect.any(Function) });
    const validators = { etag: '"1"', lastModified: null };
    const second = await fetchFeed(`${origin}/new`, { fetch: unguarded, validators });
    expect(second).toEqual({ kind: 'unchanged' });
    expect(requests[0]?.headers).toMatchObject({ connection: 'close' });
  });

  it('enforces the limits of size and time while reading the body', async () => {
    const { origin } = await feedServer((request, response) => {
      response.write('x'.repeat(1000));
      if (request.url === '/large') response.end('x'.repeat(1000));
    });
    await expect(
      fetchFeed(`${origin}/large`, { fetch: unguarded, maxBytes: 1500 }),
    ).rejects.toThrow('larger than 1500 bytes');
    await expect(fetchFeed(`${origin}/slow`, { fetch: unguarded, timeout: 50 })).rejects.toThrow(
      'did not respond completely within 0.05 s',
    );
  });
});

describe('operatorFetch', () => {
  /** A server that redirects `/to/<url>` to that URL. */
  const redirectingServer = () =>
    feedServer(({ url = '' }, response) => {
      const location = /^\/to\/(.*)$/.exec(url)?.[1];
      if (location) response.writeHead(302, { location }).end();
      else response.end('x');
    });

  it('does not follow a redirect from a public host to a private one', async () => {
    const { origin, requests } = await redirectingServer();
    const fetch = operatorFetch(resolver, () => false);
    const address = `${origin.replace('127.0.0.1', 'public.example.org')}/to/`;
    await expect(fetchFeed(address + origin, { fetch })).rejects.toThrow('not public');
    const named = 'http://localhost.example.org/';
    await expect(fetchFeed(address + named, { fetch })).rejects.toThrow('not public');
    expect(requests.map(({ url }) => url)).toEqual([`/to/${origin}`]);
  });

  it('does not follow a redirect to a private host after one from a private to a public one', async () => {
    const { origin, requests } = await redirectingServer();
    const { origin: inside } = await redirectingServer();
    const arePrivate = [true, false];
    const fetch = operatorFetch(resolver, () => arePrivate.shift() === true);
    const address = `${origin}/to/${origin}/to/${inside}/`;
    await expect(fetchFeed(address, { fetch })).rejects.toThrow('not public');
    expect(requests).toHaveLength(2);
  });

  it('fetches a private feed, and follows its redirects', async () => {
    const { origin, requests } = await redirectingServer();
    await fetchFeed(`${origin}/to/${origin}/feed`, { fetch: operatorFetch(resolver) });
    expect(requests.map(({ url }) => url)).toEqual([`/to/${origin}/feed`, '/feed']);
  });
});
