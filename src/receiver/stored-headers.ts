import type { InboxEvent } from './inbox-event.ts';

/** Those that belong to one connection or one hop (RFC 9110, section 7.6.1), or are made anew. */
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

/** The headers that are kept with an event, from Node's flat list of names and values. */
export function storedHeaders(rawHeaders: readonly string[]): InboxEvent['headers'] {
  const kept: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!hopByHop.has(name.toLowerCase())) kept.push([name, rawHeaders[at + 1] ?? '']);
  }
  return kept;
}
