import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FeedError } from '../../../../../src/server/feeds/feed-error.ts';
import { feedPlaces, maxSmallBody } from '../../../../../src/server/feeds/feed-places.ts';
import { fetchFeed } from '../../../../../src/server/feeds/input/fetch-feed.ts';
import { feedServer } from '../../../../helpers/feed-server.ts';

const document = async (...given: Parameters<typeof fetchFeed>) => {
  const fetched = await fetchFeed(...given);
  if (fetched.kind !== 'document') throw new Error('unchanged');
  return fetched;
};
const failure = async (...given: Parameters<typeof fetchFeed>): Promise<FeedError> => {
  const error: unknown = await fetchFeed(...given).catch((reason: unknown) => reason);
  if (!(error instanceof FeedError)) throw new Error('not a FeedError', { cause: error });
  return error;
};

describe('fetchFeed', () => {
  it('returns the document, its charset and its validators', async () => {
    const { origin, requests } = await feedServer((_, response) => {
      response.setHeader('content-type', 'text/xml; charset="ISO-8859-1"');
      response.setHeader('etag', 'W/"1"');
      response.setHeader('last-modified', 'Mon, 06 May 2024 07:08:09 GMT');
      response.end('<rss/>');
    });
    const fetched = await document(`${origin}/feed#here`);
    expect({ ...fetched, bytes: Buffer.from(fetched.bytes).toString() }).toMatchObject({
      kind: 'document',
      bytes: '<rss/>',
      charset: 'ISO-8859-1',
      address: `${origin}/feed`,
      validators: { etag: 'W/"1"', lastModified: 'Mon, 06 May 2024 07:08:09 GMT' },
    });
    expect(requests[0]?.headers['user-agent']).toBe('newswatch/1.1.1');
    expect(requests[0]?.headers).not.toHaveProperty('if-none-match');
  });

  it('decompresses the body', async () => {
    const { origin } = await feedServer((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('<rss/>'));
    });
    expect(Buffer.from((await document(origin)).bytes).toString()).toBe('<rss/>');
  });

  it('sends validators and recognizes 304 Not Modified', async () => {
    const { origin, requests } = await feedServer((_, response) => {
      response.writeHead(304).end();
    });
    const validators = { etag: '"1"', lastModified: 'Mon, 06 May 2024 07:08:09 GMT' };
    expect(await fetchFeed(origin, { validators })).toEqual({ kind: 'unchanged' });
    expect(requests[0]?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Mon, 06 May 2024 07:08:09 GMT',
    });
  });
});

describe('a body', () => {
  const places = feedPlaces({ largeBodies: 1 });
  const share = { places, groups: ['account a'] };

  it('takes a place as soon as it is large, and keeps it until it is closed', async () => {
    const sizes = [10, maxSmallBody, maxSmallBody + 1];
    const { origin } = await feedServer(({ url }, response) => {
      response.end(Buffer.alloc(sizes[Number(url?.slice(1))] ?? 0));
    });
    await document(`${origin}/0`, { share });
    await document(`${origin}/1`, { share });
    expect(places.largeBodies.free).toBe(1);
    const { close } = await document(`${origin}/2`, { share });
    expect(places.largeBodies.free).toBe(0);
    expect((await document(`${origin}/1`, { share })).bytes.length).toBe(maxSmallBody);
    close();
    expect(places.largeBodies.free).toBe(1);
  });

  it('is not read further while it waits for a place', async () => {
    let sent = 0;
    const total = 64 * 1024 * 1024;
    const { origin } = await feedServer((_, response) => {
      const send = () => {
        while (sent < total && !response.destroyed) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return;
        }
      };
      response.on('drain', send);
      send();
    });
    await places.largeBodies.wait(['account b'], new AbortController().signal);
    await document(origin, { share, timeout: 300 }).catch(String);
    places.largeBodies.release(['account b']);
    expect(sent).toBeLessThan(total / 2);
  });

  it.each([['too large', { maxBytes: maxSmallBody + 100 }]])(
    'gives its place back if it is %s',
    async (_, limits) => {
      const { origin } = await feedServer((_request, response) => {
        response.end(Buffer.alloc(maxSmallBody * 2));
      });
      await failure(origin, { share, ...limits });
      expect(places.largeBodies.free).toBe(1);
    },
  );
});

describe('redirects', () => {
  it('are followed up to five times', async () => {
    const { origin } = await feedServer((request, response) => {
      const hops = Number(request.url?.slice(1));
      if (hops === 0) response.end('there');
      else response.writeHead(302, { location: `/${hops - 1}` }).end('body');
    });
    expect((await document(`${origin}/5`)).address).toBe(`${origin}/0`);
    expect((await failure(`${origin}/6`)).message).toBe(`${origin}/6: redirects more than 5 times`);
  });

  it.each(['file:///etc/passwd', 'http://[broken'])('to %s are not followed', async (location) => {
    const { origin } = await feedServer((_, response) => {
      response.writeHead(301, { location }).end();
    });
    expect((await failure(origin)).message).toContain(
      'redirects to an address that is not http(s)',
    );
  });
});

describe('the user name and password of an address', () => {
  const withCredentials = (origin: string) => origin.replace('//', '//us%40er:pass%word@');

  it('are sent only to its own origin, in a header', async () => {
    const other = await feedServer((_, response) => response.end('<rss/>'));
    const own = await feedServer((request, response) => {
      const location = request.url === '/' ? '/again' : other.origin.replace('//', '//a:b@');
      response.writeHead(307, { location }).end();
    });
    expect((await document(withCredentials(own.origin))).address).toBe(`${other.origin}/`);
    const basic = `Basic ${Buffer.from('us@er:pass%word').toString('base64')}`;
    expect(own.requests.map(({ headers }) => headers.authorization)).toEqual([basic, basic]);
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('do not appear in errors', async () => {
    const { origin } = await feedServer((_, response) => response.writeHead(404).end('none'));
    const error = await failure(withCredentials(`${origin}/x?token=abc`));
    expect(error.message).toBe(`${origin}/x?token=***: returned 404 Not Found, not a feed`);
    expect(error.location).toBe(`${origin}/x?token=***`);
    expect((await failure('http://user:secret@[x')).message).toBe(
      'http://[x: is not a valid address',
    );
  });
});

describe('fetchFeed fails', () => {
  it('after the timeout', async () => {
    const { origin } = await feedServer((_, response) => {
      response.writeHead(200);
      response.write('<rss');
    });
    expect((await failure(origin, { timeout: 50 })).message).toBe(
      `${origin}/: did not respond completely within 0.05 s`,
    );
  });

  it('if the connection breaks', async () => {
    const { origin } = await feedServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('<rss', () => response.destroy());
    });
    expect((await failure(origin)).message).toMatch(
      /cannot be fetched: connection closed by the other side \(UND_ERR_SOCKET\)$/,
    );
  });

  it('if the connection is refused', async () => {
    expect((await failure('http://127.0.0.1:1/')).message).toMatch(/cannot be fetched: .+$/);
  });

  it('if the signal is aborted', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    expect((await failure('http://127.0.0.1:1/', { signal: stopped })).message).toContain(
      'stopped',
    );
  });

  it('if the decompressed body is too large', async () => {
    const { origin } = await feedServer((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('x'.repeat(100_000)));
    });
    expect((await failure(origin, { maxBytes: 99_999 })).message).toBe(
      `${origin}/: is larger than 99999 bytes`,
    );
    expect((await document(origin, { maxBytes: 100_000 })).bytes.length).toBe(100_000);
  });
});
