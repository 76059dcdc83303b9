import { createHash } from 'node:crypto';

/** Derives an item's public id from its key: an identifier in its feed, its URL or its content. */
export function hashedId(key: string): string {
  return `item_${createHash('sha256').update(key).digest('hex').slice(0, 20)}`;
}

/** The key of an item that has neither an identifier nor an address. */
export function contentKey(title: string, date: number | null, source: string | null): string {
  return [title, date === null ? '' : new Date(date).toISOString(), source ?? ''].join('\n');
}
