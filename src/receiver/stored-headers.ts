import type { InboxEvent } from './inbox-event.ts';

/** Hop-by-hop headers (RFC 9110, section 7.6.1) and headers that an HTTP client sets itself. */
const excludedHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers to store with an event, from the alternating names and values of `rawHeaders`. */
export function storedHeaders(rawHeaders: readonly string[]): InboxEvent['headers'] {
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!excludedHeaders.has(name.toLowerCase())) headers.push([name, rawHeaders[index + 1] ?? '']);
  }
  return headers;
}
