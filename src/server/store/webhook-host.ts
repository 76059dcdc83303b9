import { LruCache } from '../../node/lru-cache.ts';
import { parseUrl } from '../../node/parse-url.ts';

/** Of the URLs read last: each claim asks for those of all attempts in flight. In characters. */
const hosts = new LruCache<string, { name: string | undefined; length: number }>({
  maxSize: 2_000_000,
  sizeOf: ({ length }) => length,
});

/** The host name of a webhook URL; `undefined` without a valid one. */
export function webhookHost(url: string | null | undefined): string | undefined {
  if (!url) return undefined;
  const known = hosts.get(url);
  if (known) return known.name;
  const name = parseUrl(url)?.hostname;
  hosts.set(url, { name, length: url.length + (name?.length ?? 0) });
  return name;
}
