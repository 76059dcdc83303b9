import { STATUS_CODES } from 'node:http';
import { version } from '../../../../package.json';
import { FeedError, MissingSource } from '../feed-error.ts';
import { shownLocation } from '../location.ts';
import { failureCause } from './failure-cause.ts';

/** The most bytes that are read of a feed, unpacked. */
export const FEED_LIMIT = 32 * 1024 * 1024;
const REDIRECTS = 5;
const TIMEOUT = 30_000;
const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/x-ndjson, application/xml;q=0.9, */*;q=0.8';

/** What a server gave to ask it next time whether anything changed (RFC 9110, section 8.8). */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
}

export interface FetchOptions {
  /** For the whole answer, redirects and body included; 30 seconds unless given. */
  timeout_ms?: number | undefined;
  /** Bytes; 32 MiB unless given. */
  max_bytes?: number | undefined;
  validators?: Validators | undefined;
  signal?: AbortSignal | undefined;
  /** Makes each request, redirects not followed; the global `fetch` unless given. */
  fetch?: FeedRequest | undefined;
}

/** One GET request, of which no redirect is followed. */
export type FeedRequest = (
  address: string,
  init: { headers: Headers; signal: AbortSignal; redirect: 'manual' },
) => Promise<Response>;

export type FetchedFeed =
  | { kind: 'unchanged' }
  | {
      kind: 'document';
      bytes: Uint8Array;
      charset: string | null;
      /** After the redirects, without credentials. */
      address: string;
      validators: Validators;
    };

/**
 * Gets a feed. At most five redirects are followed; a name and password in the address are sent
 * to its own origin alone.
 *
 * @throws FeedError where there is no complete answer in time, it is too large, or no success.
 */
export async function fetchFeed(address: string, options: FetchOptions = {}): Promise<FetchedFeed> {
  const name = shownLocation(address);
  if (!URL.canParse(address)) throw new MissingSource(name, 'is not a valid address');
  const time = options.timeout_ms ?? TIMEOUT;
  const timeout = AbortSignal.timeout(time);
  const signals = options.signal ? [timeout, options.signal] : [timeout];
  try {
    return await received(new URL(address), name, options, AbortSignal.any(signals));
  } catch (error) {
    if (error instanceof FeedError) throw error;
    const problem = timeout.aborted
      ? `gave no complete answer within ${time / 1000} s`
      : `cannot be fetched (${failureCause(error)})`;
    throw new MissingSource(name, problem, { cause: error });
  }
}

async function received(
  first: URL,
  name: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<FetchedFeed> {
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const response = await request(url, first, options, signal);
    const next = redirect(response, url);
    if (next === undefined) return answer(response, url, name, options);
    await response.body?.cancel();
    if (redirects === REDIRECTS)
      throw new MissingSource(name, `redirects more than ${REDIRECTS} times`);
    if (next === null)
      throw new MissingSource(name, 'redirects to something that is no http address');
    url = next;
  }
}

function request(
  url: URL,
  first: URL,
  { validators, fetch = globalThis.fetch }: FetchOptions,
  signal: AbortSignal,
) {
  const headers = new Headers({ 'user-agent': `newswatch/${version}`, accept: ACCEPT });
  if (validators?.etag) headers.set('if-none-match', validators.etag);
  if (validators?.last_modified) headers.set('if-modified-since', validators.last_modified);
  if (url.origin === first.origin && (first.username || first.password)) {
    headers.set('authorization', `Basic ${credentials(first)}`);
  }
  return fetch(withoutCredentials(url), { headers, signal, redirect: 'manual' });
}

/** Where the answer sends to: `undefined` where nowhere, `null` where it cannot be followed. */
function redirect(response: Response, from: URL): URL | null | undefined {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined;
  if (!URL.canParse(location, from.href)) return null;
  const url = new URL(location, from.href);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}

async function answer(
  response: Response,
  url: URL,
  name: string,
  { max_bytes = FEED_LIMIT }: FetchOptions,
): Promise<FetchedFeed> {
  const { status, headers } = response;
  if (status !== 200) await response.body?.cancel();
  if (status === 304) return { kind: 'unchanged' };
  if (status !== 200) throw new MissingSource(name, `answered ${said(status)}, not with a feed`);
  const charset =
    /charset\s*=\s*"?([\w.:-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? null;
  const validators = { etag: headers.get('etag'), last_modified: headers.get('last-modified') };
  const bytes = await body(response, name, max_bytes);
  return { kind: 'document', bytes, charset, address: withoutCredentials(url), validators };
}

/** A status with its name, where it has one: `404 Not Found`. */
function said(status: number): string {
  const name = STATUS_CODES[status];
  return name === undefined ? `${status}` : `${status} ${name}`;
}

async function body(response: Response, name: string, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > limit) throw new FeedError(name, `is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function credentials({ username, password }: URL): string {
  return Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
}

/** A stray `%` is a character of the password. */
function decoded(text: string): string {
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
