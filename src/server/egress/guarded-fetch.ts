import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { FeedRequest } from '../feeds/fetch/fetch-feed.ts';
import { type DestinationPolicy, sourceUrl } from './destination-policy.ts';
import { publicLookup } from './public-lookup.ts';

/** The headers of an answer that the reading of a feed looks at. */
const readHeaders = ['content-type', 'etag', 'last-modified', 'location'] as const;

/**
 * Makes requests for addresses that users name: the address is checked, its name is looked up once,
 * and only what was checked is dialled. No proxy is used and no connection kept.
 */
export function guardedFetch(policy: DestinationPolicy): FeedRequest {
  return async (address, { headers, signal }) => {
    const destination = sourceUrl(address, policy);
    if ('rejected' in destination) throw new Error(destination.rejected);
    const url = new URL(destination.url);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
        agent: false,
        signal,
        headers: Object.fromEntries(headers),
        ...(policy.allowPrivate ? {} : { lookup: publicLookup() }),
      })
        .on('error', reject)
        .on('response', resolve)
        .end();
    });
    return responseOf(answer);
  };
}

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers();
  for (const name of readHeaders) {
    const value = answer.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const status = answer.statusCode ?? 0;
  if ([204, 205, 304].includes(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  if (status < 200 || status > 599) {
    answer.destroy();
    throw new Error(`it answered with the status ${status}`);
  }
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers });
}
