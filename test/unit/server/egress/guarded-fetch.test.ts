import { describe, expect, it } from 'vitest';
import { guardedFetch } from '../../../../src/server/egress/guarded-fetch.ts';
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
    expect(first).toEqual(await fetchFeed(`${origin}/old`));
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
