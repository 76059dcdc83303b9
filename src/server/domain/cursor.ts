import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { once } from '../../contract/once.ts';
import type { Listed, RowPosition } from '../store/store.ts';
import { invalidField } from './api-error.ts';

/** The list that a cursor is valid for. */
export interface CursorScope {
  /** The name of the operation. */
  operation: string;
  accountId: string;
  /** The parameters that select and order the items: all but `limit` and `cursor`. */
  parameters?: Readonly<Record<string, unknown>>;
}

/** The place of an item in its list: values that no other item of the list has. */
type Position = readonly (string | number)[];

/** Part of a list, with the fields that every paged response has. */
export interface Page<Item> {
  items: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

const startOver = 'or omit it to start at the beginning';

/**
 * Returns the position in a cursor; `undefined` without a cursor. The position is not
 * authenticated: it must not give access to anything that the list does not contain.
 *
 * @param position the schema of the positions of this list
 * @throws {ApiError} `invalid_request` if the cursor is damaged or was made for another list
 */
export function readCursor<Schema extends z.ZodMiniType<Position>>(
  cursor: string | undefined,
  scope: CursorScope,
  position: Schema,
): z.output<Schema> | undefined {
  if (cursor === undefined) return undefined;
  const [account, list, ...values] = decode(cursor) ?? [];
  const read = position.safeParse(values);
  if (account === undefined || list === undefined || (list === listTag(scope) && !read.success)) {
    throw invalidField('cursor', `is damaged: pass next_cursor unchanged, ${startOver}`);
  }
  if (account !== digest(scope.accountId)) {
    throw invalidField('cursor', 'belongs to another account: omit it to start at the beginning');
  }
  if (list !== listTag(scope) || !read.success) {
    throw invalidField(
      'cursor',
      `belongs to another list or to other parameters: repeat the parameters of the request that returned it (only limit may differ), ${startOver}`,
    );
  }
  return read.data;
}

/**
 * The first `limit` items as a page.
 *
 * @param items one more than `limit` if the list continues
 */
export function toPage<Item>(
  items: readonly Item[],
  limit: number,
  scope: CursorScope,
  positionOf: (item: Item) => Position,
): Page<Item> {
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const next_cursor =
    last !== undefined && items.length > limit ? encodeCursor(scope, positionOf(last)) : null;
  return { items: page, has_more: next_cursor !== null, next_cursor };
}

const rowPosition = once(() => z.tuple([z.int(), z.int()]));

/** {@link readCursor} for rows that are ordered by a time, then by insertion. */
export function readRowCursor(
  cursor: string | undefined,
  scope: CursorScope,
): RowPosition | undefined {
  const position = readCursor(cursor, scope, rowPosition());
  return position && { time: position[0], sequence: position[1] };
}

/** {@link toPage} for rows that are ordered by a time, then by insertion. */
export function toRowPage<Item>(
  rows: readonly Listed<Item>[],
  limit: number,
  scope: CursorScope,
  timeOf: (row: Item) => number,
): Page<Listed<Item>> {
  return toPage(rows, limit, scope, (row) => [timeOf(row), row.sequence]);
}

/** A digest of the rest, to detect damage, then JSON: the account, the list and the position. */
export function encodeCursor(scope: CursorScope, position: Position): string {
  const json = JSON.stringify([digest(scope.accountId), listTag(scope), ...position]);
  return Buffer.from(digest(json) + json).toString('base64url');
}

function decode(cursor: string): unknown[] | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.toString();
  const json = text.slice(digestLength);
  const isIntact =
    bytes.toString('base64url') === cursor && text.slice(0, digestLength) === digest(json);
  if (!isIntact) return undefined;
  try {
    const values: unknown = JSON.parse(json);
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

function listTag({ operation, parameters = {} }: CursorScope): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return digest(JSON.stringify([operation, given.sort(([a], [b]) => (a < b ? -1 : 1))]));
}

const digestLength = 8;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, digestLength);
}
