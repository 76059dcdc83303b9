import { createHash } from 'node:crypto';
import { URL_LIMIT } from './item-url.ts';

/** The public id of an item whose source gives it no id of ours: the same name, the same id. */
export function derivedId(name: string): string {
  return `item_${createHash('sha256').update(name).digest('hex').slice(0, 20)}`;
}

/** What names an item that has neither an identifier nor an address. */
export function nameByContent(title: string, date: number | null, source: string | null): string {
  return [title, date === null ? '' : new Date(date).toISOString(), source ?? ''].join('\n');
}

/** What names a feed; one longer than an address by its digest: it becomes part of every item's. */
export function feedIdentity(name: string): string {
  return name.length > URL_LIMIT ? derivedId(name) : name;
}
