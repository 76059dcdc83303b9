import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import {
  checkFeedUrl,
  type DestinationPolicy,
  privateAddressReason,
} from './destination-policy.ts';
import { guardedLookup } from './guarded-lookup.ts';
import type { HostResolver } from './host-resolver.ts';

/** Sends one GET request without following redirects, like the global `fetch`. */
export type SourceFetch = (
  address: string,
  init: { headers: Headers; signal: AbortSignal; redirect: 'manual' },
) => Promise<Response>;

/** Response headers that a feed reader needs; others are dropped. */
const responseHeaders = ['content-type', 'etag', 'last-modified', 'location'] as const;

/**
 * A `fetch` for URLs that users enter. It checks the URL, resolves the host name once, and
 * connects only to the checked addresses. It ignores proxies and does not reuse TCP connections.
 */
export function guardedFetch(
  policy: DestinationPolicy,
  resolver: Pick<HostResolver, 'resolve'>,
): SourceFetch {
  return async (address, init) => toResponse(await guardedRequest(policy, resolver, address, init));
}

/**
 * A `fetch` for one feed that the operator configured, and for its redirects. The feed may be
 * private, but a public server cannot redirect to a private host.
 *
 * @param isPrivate whether an IP address is private (default: whether it is not public)
 */
export function operatorFetch(
  resolver: Pick<HostResolver, 'resolve'>,
  isPrivate = (address: string) => privateAddressReason(address) !== undefined,
): SourceFetch {
  const policy = { allowPrivate: true };
  return async (address, init) => {
    const message = await guardedRequest(policy, resolver, address, init);
    // The address of the connection: another lookup of the name could have another result.
    const { remoteAddress } = message.socket;
    policy.allowPrivate &&= remoteAddress !== undefined && isPrivate(remoteAddress);
    return toResponse(message);
  };
}

/** @throws {Error} if the policy does not allow the URL or an address of its host */
async function guardedRequest(
  policy: DestinationPolicy,
  resolver: Pick<HostResolver, 'resolve'>,
  address: string,
  { headers, signal }: Parameters<SourceFetch>[1],
): Promise<IncomingMessage> {
  const checked = checkFeedUrl(address, policy);
  if ('rejected' in checked) throw new Error(checked.rejected);
  const url = new URL(checked.url);
  return new Promise((resolve, reject) => {
    (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      agent: false,
      signal,
      headers: Object.fromEntries(headers),
      lookup: guardedLookup(resolver, policy),
    })
      .on('error', reject)
      .on('response', resolve)
      .end();
  });
}

function toResponse(message: IncomingMessage): Response {
  const headers = new Headers();
  for (const name of responseHeaders) {
    const value = message.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const status = message.statusCode ?? 0;
  if ([204, 205, 304].includes(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  if (status < 200 || status > 599) {
    message.destroy();
    throw new Error(`invalid status code ${status}`);
  }
  return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, { status, headers });
}
