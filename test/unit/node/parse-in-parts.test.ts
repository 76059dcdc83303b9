import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parseInParts } from '../../../src/node/parse-in-parts.ts';
import { listening } from '../../helpers/listening.ts';
import { rawRequest } from '../../helpers/raw-request.ts';

/** A server that responds with the size of the body. */
async function sizeServer() {
  const received: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    limitChunks(request, response);
    received.push(request);
    const body = await text(request).catch(() => undefined);
    if (body !== undefined) response.end(String(body.length));
  });
  const limitChunks = parseInParts(server);
  return { baseUrl: await listening(server), received };
}

const head =
  'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunksOf = (bytes: string, count: number) =>
  `${bytes.length.toString(16)}\r\n${bytes}\r\n`.repeat(count);

describe('a body in chunks', () => {
  it.each([
    ['2,000 of one byte', chunksOf('a', 2000), 2000],
    ['9,000 of 32 bytes', chunksOf('a'.repeat(32), 9000), 288_000],
  ])('of %s is read', async (_, chunks, size) => {
    const { baseUrl } = await sizeServer();
    const response = await rawRequest({ baseUrl }, `${head}${chunks}0\r\n\r\n`);
    expect(response).toMatchObject({ status: 200, body: String(size) });
  });

  it('of more with a few bytes each is rejected before all are parsed', async () => {
    const { baseUrl, received } = await sizeServer();
    const response = await rawRequest({ baseUrl }, head + chunksOf('a', 10_000));
    expect(response).toMatchObject({
      status: 400,
      body: expect.stringContaining('more than 2000 chunks'),
    });
    expect(received).toHaveLength(1);
    expect(received[0]?.complete).toBe(false);
  });
});
