import type { NewsItemRecord } from '../../store/store.ts';
import { RejectedRecord } from '../feed-error.ts';
import { plainText } from '../text/plain-text.ts';
import { derivedId, nameByContent } from './item-id.ts';
import { itemTexts } from './item-texts.ts';
import { itemUrl } from './item-url.ts';
import { publicationDate } from './publication-date.ts';

const SIBLING = 'the name of another operation under /api/v1/news/';
const STEP = 'which no path of an address can hold';

/** Ids under which no item could be asked for, and why. */
const UNREACHABLE: ReadonlyMap<string, string> = new Map([
  ['latest', SIBLING],
  ['mine', SIBLING],
  ['search', SIBLING],
  ['.', STEP],
  ['..', STEP],
]);

/**
 * The news item of one JSON Lines record: `title`, and optionally `description`, `url`,
 * `publication_date` (RFC 3339 or RFC 5322), `body`, `source`, `id`. Other fields are ignored,
 * `null` and blank text count as absent, a link that is not http(s) is not kept. A record that
 * lacks its title, or has a field of the wrong kind, is rejected, naming the field. An `id` is text,
 * or a whole number that JSON keeps exactly: `1e3` is `1000`, `1.5` and 2^53 are rejected, since two
 * of them may be read as one; an id that is taken by an address of the service is rejected too.
 */
export function newsItemOf(record: unknown): NewsItemRecord | { rejected: string } {
  try {
    return newsItem(record);
  } catch (error) {
    if (error instanceof RejectedRecord) return { rejected: error.message };
    throw error;
  }
}

function newsItem(record: unknown): NewsItemRecord {
  if (!isObject(record)) throw new RejectedRecord('is not a JSON object');
  const texts = itemTexts({
    title: plain(record, 'title'),
    description: plain(record, 'description'),
    body: plain(record, 'body'),
    source: plain(record, 'source'),
  });
  if (texts.title === '') throw new RejectedRecord('has no title');
  const url = itemUrl(text(record, 'url') ?? '');
  const publication_date = date(record);
  const name = url ?? nameByContent(texts.title, publication_date, texts.source);
  return { id: givenId(record['id']) ?? derivedId(name), ...texts, url, publication_date };
}

function plain(record: Record<string, unknown>, field: string): string {
  return plainText(text(record, field) ?? '', 'unsaid');
}

function date(record: Record<string, unknown>): number | null {
  const given = text(record, 'publication_date');
  if (given === undefined) return null;
  const parsed = publicationDate(given);
  if (parsed === null) {
    throw new RejectedRecord('publication_date is not a date in RFC 3339 or RFC 5322 form');
  }
  return parsed;
}

function text(record: Record<string, unknown>, field: string): string | undefined {
  const value = record[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new RejectedRecord(`${field} is not text`);
  return value.trim() === '' ? undefined : value;
}

function givenId(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new RejectedRecord('id is neither text nor a number');
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RejectedRecord(
      'id is a number that JSON does not keep exactly (a fraction, or beyond 2^53): quote it',
    );
  }
  const id = String(value);
  if (id.length < 1 || id.length > 200 || /[\p{Cc}\p{Cs}]/u.test(id)) {
    throw new RejectedRecord('id is not 1 to 200 characters without control characters');
  }
  const taken = UNREACHABLE.get(id);
  if (taken !== undefined) throw new RejectedRecord(`id is "${id}", ${taken}`);
  return id;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
