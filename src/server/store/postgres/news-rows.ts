import type { NumberedItem } from '../sql/news-addition.ts';
import { historyColumns, newsColumns } from '../sql/news-records.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import type { NewsCandidate } from '../store.ts';
import type { RunQuery } from './database.ts';
import { removePostings } from './news-postings.ts';
import { separator, type TermRecord } from './news-terms.ts';
import { rowsParameter } from './rows-parameter.ts';

const columns = raw(
  `number, order_at, ${historyColumns}, ${newsColumns}, title_terms, text_terms, ranking_terms`,
);

/** An item with its number and its terms. */
export type NewsRow = NumberedItem & { number: number; indexed: TermRecord };

/** Returns a row for each inserted item. Items whose id another transaction inserts first are left out. */
export function insertItems(items: readonly NewsRow[]): Sql {
  const rows = items.map(({ terms: _, indexed, ranking_terms, ...item }) => ({
    ...item,
    title_terms: indexed.title_terms,
    text_terms: indexed.text_terms,
    ranking_terms: byteaText(ranking_terms),
  }));
  return sql`INSERT INTO news (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::news, ${rowsParameter(rows)})
    ORDER BY id ON CONFLICT (id) DO NOTHING RETURNING number`;
}

/** Bytes in the hex format of `bytea`. */
function byteaText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

type DeletedRow = Pick<NewsCandidate, 'ranking_terms'> & {
  number: number;
  title_terms: string;
  text_terms: string;
};

/**
 * Deletes the items that `condition` selects, and their postings. The transaction must hold
 * `lockPostings`.
 */
export async function deleteItems(query: RunQuery, condition: Sql): Promise<DeletedRow[]> {
  const deleted = await query<DeletedRow>(
    sql`DELETE FROM news WHERE ${condition}
      RETURNING number, title_terms, text_terms, ranking_terms`,
  );
  const items = deleted.map(({ number, title_terms, text_terms }) => ({
    number,
    terms: new Set(
      `${title_terms}${separator}${text_terms}`.split(separator).filter((term) => term !== ''),
    ),
  }));
  await removePostings(query, items);
  return deleted;
}
