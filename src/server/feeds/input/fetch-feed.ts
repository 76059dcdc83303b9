import { STATUS_CODES } from 'node:http';
import { version } from '../../../../package.json';
import { errorCode } from '../../../node/error-code.ts';
import { parseUrl } from '../../../node/parse-url.ts';
import { readBounded } from '../../../node/read-bounded.ts';
import { describeSystemError } from '../../../node/system-error.ts';
import { TooLargeError } from '../../../node/too-large-error.ts';
import type { SourceFetch } from '../../egress/guarded-fetch.ts';
import { addressRejected } from '../../egress/guarded-lookup.ts';
import { FeedError, FeedUnavailableError } from '../feed-error.ts';
import { FeedPlace, type FeedShare, maxSmallBody } from '../feed-places.ts';
import { feedLimits } from '../limits.ts';
import { redactLocation } from '../location.ts';

/** Default size limit of a feed, in bytes after decompression. */
export const maxFeedSize = feedLimits.maxFeedBytes;
const maxRedirects = 5;
const defaultTimeout = 30_000;
const accept =
  'application/atom+xml, application/rss+xml, application/feed+json, application/x-ndjson, application/xml;q=0.9, */*;q=0.8';

/** Response headers that make the next request conditional (RFC 9110, section 8.8). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface FetchOptions {
  /** Timeout in milliseconds, including redirects and the body (default: 30,000). */
  timeout?: number | undefined;
  /** Maximum size of the body in bytes, after decompression (default: 32 MiB). */
  maxBytes?: number | undefined;
  validators?: Validators | undefined;
  signal?: AbortSignal | undefined;
  /** Whose place a large body takes (default: it needs none). */
  share?: FeedShare | undefined;
  /** Default: the global `fetch`. */
  fetch?: SourceFetch | undefined;
}

export type FetchedFeed =
  | { kind: 'unchanged' }
  | {
      kind: 'document';
      bytes: Uint8Array;
      charset: string | null;
      /** After redirects, without credentials. */
      address: string;
      validators: Validators;
      /** Gives the place of a large body back. */
      close: () => void;
    };

/**
 * Fetches a feed and follows up to five redirects. Credentials in the address are sent only to the
 * origin of that address.
 *
 * @throws {FeedError} if the request fails, times out or is aborted, the status is neither 200 nor
 *   304, or the body is too large
 */
export async function fetchFeed(address: string, options: FetchOptions = {}): Promise<FetchedFeed> {
  const location = redactLocation(address);
  const url = parseUrl(address);
  if (!url) throw new FeedUnavailableError(location, 'is not a valid address');
  const timeout = options.timeout ?? defaultTimeout;
  const timeoutSignal = AbortSignal.timeout(timeout);
  const signals = options.signal ? [timeoutSignal, options.signal] : [timeoutSignal];
  const place = new FeedPlace('largeBodies', options.share);
  try {
    return await followRedirects(url, { location, place }, options, AbortSignal.any(signals));
  } catch (error) {
    place.release();
    if (error instanceof FeedError) throw error;
    const reason = timeoutSignal.aborted
      ? `did not respond completely within ${timeout / 1000} s`
      : `cannot be fetched: ${failureReason(error)}`;
    throw new FeedUnavailableError(location, reason, { cause: error });
  }
}

function failureReason(error: unknown): string {
  if (errorCode(error) === addressRejected) return 'its address is not public';
  // The global fetch wraps the actual error in a TypeError.
  return describeSystemError(error instanceof TypeError ? (error.cause ?? error) : error);
}

/** What all requests of a fetch have in common. */
interface Fetch {
  location: string;
  place: FeedPlace;
}

async function followRedirects(
  originalUrl: URL,
  { location, place }: Fetch,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<FetchedFeed> {
  let url = originalUrl;
  for (let redirects = 0; ; redirects += 1) {
    const response = await request(url, originalUrl, options, signal);
    const target = redirectTarget(response, url);
    if (target === undefined)
      return readResponse(response, url, { location, place }, options, signal);
    await response.body?.cancel();
    if (redirects === maxRedirects) {
      throw new FeedUnavailableError(location, `redirects more than ${maxRedirects} times`);
    }
    if (target === null) {
      throw new FeedUnavailableError(location, 'redirects to an address that is not http(s)');
    }
    url = target;
  }
}

function request(
  url: URL,
  originalUrl: URL,
  { validators, fetch = globalThis.fetch }: FetchOptions,
  signal: AbortSignal,
) {
  const headers = new Headers({ 'user-agent': `newswatch/${version}`, accept });
  if (validators?.etag) headers.set('if-none-match', validators.etag);
  if (validators?.lastModified) headers.set('if-modified-since', validators.lastModified);
  if (url.origin === originalUrl.origin && (originalUrl.username || originalUrl.password)) {
    headers.set('authorization', `Basic ${credentials(originalUrl)}`);
  }
  return fetch(withoutCredentials(url), { headers, signal, redirect: 'manual' });
}

/** Returns `undefined` if the response is not a redirect, `null` if its target is not http(s). */
function redirectTarget(response: Response, from: URL): URL | null | undefined {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined;
  const url = parseUrl(location, from.href);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

async function readResponse(
  response: Response,
  url: URL,
  { location, place }: Fetch,
  { maxBytes = maxFeedSize }: FetchOptions,
  signal: AbortSignal,
): Promise<FetchedFeed> {
  const { status, headers } = response;
  if (status !== 200) await response.body?.cancel();
  if (status === 304) return { kind: 'unchanged' };
  if (status !== 200) {
    const statusLine = [status, STATUS_CODES[status]].filter(Boolean).join(' ');
    throw new FeedUnavailableError(location, `returned ${statusLine}, not a feed`);
  }
  const charset =
    /charset\s*=\s*"?([\w.:-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? null;
  const validators = { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
  const bytes = response.body
    ? await readLimited(withPlace(response.body, place, signal), location, maxBytes)
    : new Uint8Array();
  const close = () => place.release();
  return { kind: 'document', bytes, charset, address: withoutCredentials(url), validators, close };
}

/** Takes the place when the body turns out to be large. Until then, nothing more is read. */
async function* withPlace(
  body: AsyncIterable<Uint8Array>,
  place: FeedPlace,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxSmallBody) await place.take(signal);
    yield chunk;
  }
}

/** @throws {FeedError} if there are more than `maxBytes` bytes */
export async function readLimited(
  bytes: AsyncIterable<Uint8Array>,
  location: string,
  maxBytes: number,
): Promise<Uint8Array> {
  try {
    return await readBounded(bytes, maxBytes);
  } catch (error) {
    if (error instanceof TooLargeError) throw new FeedError(location, `is ${error.message}`);
    throw error;
  }
}

function credentials({ username, password }: URL): string {
  return Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString('base64');
}

/** Returns the text unchanged if it contains an invalid escape. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutCredentials(url: URL): string {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  return bare.href;
}
