import type { NumberedItem } from '../sql/news-addition.ts';
import { historyColumns, newsColumns } from '../sql/news-records.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import type { IndexedNewsItem } from '../store.ts';
import { removePostings } from './news-postings.ts';
import { separator, type TermRecord } from './news-terms.ts';
import { rowsParameter } from './rows-parameter.ts';
import type { RunQuery } from './run-query.ts';

const columns = raw(
  `number, order_at, ${historyColumns}, ${newsColumns}, title_terms, text_terms, ranking_terms`,
);

/** An item to insert. */
export interface NewsRow extends TermRecord {
  item: NumberedItem;
  number: number;
}

/** Returns a row for each inserted item. Items whose id another transaction inserts first are left out. */
export function insertItems(rows: readonly NewsRow[]): Sql {
  const parameter = rowsParameter(rows.map(toRow));
  return sql`INSERT INTO news (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::news, ${parameter})
    ORDER BY id ON CONFLICT (id) DO NOTHING RETURNING number`;
}

/** Names each column: copying all fields of an object takes several times as long. */
function toRow({ item, number, title_terms, text_terms }: NewsRow) {
  return {
    number,
    order_at: item.order_at,
    arrival: item.arrival,
    first_arrival: item.first_arrival,
    earlier_text: item.earlier_text,
    id: item.id,
    title: item.title,
    description: item.description,
    url: item.url,
    source: item.source,
    publication_date: item.publication_date,
    body: item.body,
    title_terms,
    text_terms,
    ranking_terms: byteaText(item.ranking_terms),
  };
}

/** Bytes in the hex format of `bytea`. */
function byteaText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

type DeletedRow = Pick<IndexedNewsItem, 'ranking_terms'> & {
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
