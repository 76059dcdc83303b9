import type { InboxEvent } from './inbox-event.ts';

/** Hop-by-hop headers (RFC 9110, section 7.6.1), and those that an HTTP client sets itself. */
const hopByHop = new Set([
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

/** The headers that are stored with an event, from Node's flat list of names and values. */
export function storedHeaders(rawHeaders: readonly string[]): InboxEvent['headers'] {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!hopByHop.has(name.toLowerCase())) headers.push([name, rawHeaders[at + 1] ?? '']);
  }
  return headers;
}
