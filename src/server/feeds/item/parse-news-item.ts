import type { NewsItemRecord } from '../../store/store.ts';
import { plainText } from '../text/plain-text.ts';
import { contentKey, hashedId } from './item-id.ts';
import { itemTexts } from './item-texts.ts';
import { itemUrl } from './item-url.ts';
import { publicationDate } from './publication-date.ts';

const operationName = 'the name of another operation under /api/v1/news/';
const dotSegment = 'which cannot be part of a URL path';

/** Ids that cannot be requested at /api/v1/news/:id, and why. */
const reservedIds: ReadonlyMap<string, string> = new Map([
  ['latest', operationName],
  ['mine', operationName],
  ['search', operationName],
  ['.', dotSegment],
  ['..', dotSegment],
]);

class InvalidRecordError extends Error {}

/**
 * Parses one JSON Lines record: `title`, and optionally `description`, `url`, `publication_date`
 * (any form of {@link publicationDate}), `body`, `source` and `id`. Other fields are ignored, `null` and blank
 * strings count as missing, and a link that is not http(s) is dropped.
 *
 * A record is rejected if its title is missing or a field is invalid. An `id` is a string or
 * a safe integer: beyond 2^53, two different ids could be read as the same.
 *
 * @returns the item, or why the record is rejected; the reason names the field but not its value
 */
export function parseNewsItem(record: unknown): NewsItemRecord | { rejected: string } {
  try {
    return newsItem(record);
  } catch (error) {
    if (error instanceof InvalidRecordError) return { rejected: error.message };
    throw error;
  }
}

function newsItem(record: unknown): NewsItemRecord {
  if (!isObject(record)) throw new InvalidRecordError('is not a JSON object');
  const texts = itemTexts({
    title: plainField(record, 'title'),
    description: plainField(record, 'description'),
    body: plainField(record, 'body'),
    source: plainField(record, 'source'),
  });
  if (texts.title === '') throw new InvalidRecordError('has no title');
  const url = itemUrl(textField(record, 'url') ?? '');
  const publication_date = dateField(record);
  const key = url ?? contentKey(texts.title, publication_date, texts.source);
  // Names each field: copying all fields of an object takes several times as long.
  return {
    id: explicitId(record['id']) ?? hashedId(key),
    title: texts.title,
    description: texts.description,
    body: texts.body,
    source: texts.source,
    url,
    publication_date,
  };
}

function plainField(record: Record<string, unknown>, field: string): string {
  return plainText(textField(record, field) ?? '', 'unknown');
}

function dateField(record: Record<string, unknown>): number | null {
  const value = record['publication_date'];
  const text = typeof value === 'number' ? String(value) : textField(record, 'publication_date');
  if (text === undefined) return null;
  const date = publicationDate(text);
  if ('problem' in date) throw new InvalidRecordError(`publication_date ${date.problem}`);
  return date.time;
}

function textField(record: Record<string, unknown>, field: string): string | undefined {
  const value = record[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new InvalidRecordError(`${field} is not a string`);
  return value.trim() === '' ? undefined : value;
}

function explicitId(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new InvalidRecordError('id is neither a string nor a number');
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new InvalidRecordError('id is a fraction or a number beyond 2^53: write it as a string');
  }
  const id = String(value);
  if (id.length < 1 || id.length > 200 || /[\p{Cc}\p{Cs}]/u.test(id)) {
    throw new InvalidRecordError('id must have 1 to 200 characters and no control characters');
  }
  const reserved = reservedIds.get(id);
  if (reserved !== undefined) throw new InvalidRecordError(`id is "${id}", ${reserved}`);
  return id;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
