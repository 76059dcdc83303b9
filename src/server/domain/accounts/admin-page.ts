/** A part of a list, for the operator. */
export interface AdminPageOptions {
  /** Maximum number of items. */
  limit: number;
  /** `next_cursor` of the page before (default: start at the beginning). */
  cursor?: string | undefined;
}

/** Whether and where a list continues. */
export interface AdminPage {
  /** Whether the list continues. */
  has_more: boolean;
  /** `null` at the end of the list. */
  next_cursor: string | null;
}

/**
 * Divides the rows of a list.
 *
 * @param rows one more than `limit` if the list continues
 * @param cursorOf the position of a row
 */
export function toAdminPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): AdminPage & { items: Row[] } {
  const items = rows.slice(0, limit);
  const has_more = rows.length > limit;
  const last = items.at(-1);
  return { items, has_more, next_cursor: has_more && last ? cursorOf(last) : null };
}
