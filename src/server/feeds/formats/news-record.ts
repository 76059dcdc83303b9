import type { NewsItemRecord } from '../../store/store.ts';
import { RejectedRecord } from '../feed-error.ts';
import { itemTexts } from '../text/item-text.ts';
import { plainText } from '../text/plain-text.ts';
import { derivedId, nameByContent } from './identity.ts';
import { itemUrl } from './item-url.ts';
import { publicationDate } from './publication-date.ts';

/**
 * The news item of one JSON Lines record: `title`, and optionally `description`, `url`,
 * `publication_date` (RFC 3339 or RFC 5322), `body`, `source`, `id`. Other fields are ignored,
 * `null` and blank text count as absent, a link that is not http(s) is not kept. A record that
 * lacks its title, or has a field of the wrong kind, is rejected, naming the field.
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
  const id = String(value);
  if (id.length < 1 || id.length > 200 || /[\p{Cc}\p{Cs}]/u.test(id)) {
    throw new RejectedRecord('id is not 1 to 200 characters without control characters');
  }
  return id;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
