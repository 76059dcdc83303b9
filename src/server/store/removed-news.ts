import { createHash } from 'node:crypto';

/** News that the operator has taken down. It is not imported or found again. */
export interface RemovedNews {
  id: string;
  /** {@link urlHash} of its URL; `null` if it had none. */
  url_hash: string | null;
}

/** News to take down. */
export interface MarkedNews {
  id: string;
  /** Its URL; `null` if it has none, or if it is unknown. */
  url: string | null;
}

/** SHA-256 in hex of a URL without its fragment: the URL itself is not kept. */
export function urlHash(url: string): string {
  return createHash('sha256').update(withoutFragment(url)).digest('hex');
}

export function withoutFragment(url: string): string {
  return url.replace(/#.*/s, '');
}

/** Returns a function that says whether an id or one of the URLs belongs to removed news. */
export function removedMatcher(removed: readonly RemovedNews[]) {
  const ids = new Set(removed.map(({ id }) => id));
  const hashes = new Set(removed.map(({ url_hash }) => url_hash));
  return (id: string, urls: readonly string[]): boolean =>
    ids.has(id) || urls.some((url) => hashes.has(urlHash(url)));
}

/** Leaves out items that were removed, by their id or their URL. */
export function withoutRemoved<Item extends { id: string; url: string | null }>(
  items: readonly Item[],
  removed: readonly RemovedNews[],
): readonly Item[] {
  if (removed.length === 0) return items;
  const isRemoved = removedMatcher(removed);
  return items.filter(({ id, url }) => !isRemoved(id, url === null ? [] : [url]));
}
