import { headlineColumns, newsColumns } from '../rows/news-row.ts';
import type {
  AddedNews,
  IndexedNewsItem,
  NewsCandidate,
  NewsHeadline,
  NewsItemRecord,
  NewsQuery,
  NewsStore,
} from '../store.ts';
import type { PostgresDatabase, Queryable } from './database.ts';
import { planAddition, type StoredItem } from './news-addition.ts';
import { newsCandidates } from './news-candidates.ts';
import { batchPostings } from './news-postings.ts';
import { indexTerm, separator, termRecord } from './news-terms.ts';
import { rowsParameter } from './rows-parameter.ts';

type NumberedItem = StoredItem & { number: number };

const columns = `number, order_at, ${newsColumns}, title_terms, text_terms, ranking_terms`;

/** Adds the items, their postings, and the frequencies of their terms, in one statement. */
const insertItems = `
  WITH stored AS (
    INSERT INTO news (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::news, $1)
  ),
  posted AS (
    INSERT INTO news_postings (term, order_at, number, in_title)
    SELECT term, ($2::bigint[])[place], ($3::integer[])[place], in_title
    FROM unnest($4::text[], $5::integer[], $6::boolean[]) AS posting (term, place, in_title)
  )
  INSERT INTO news_terms AS known (term, items)
  SELECT * FROM unnest($7::text[], $8::integer[])
  ON CONFLICT (term) DO UPDATE SET items = known.items + excluded.items`;

/** Reverts {@link insertItems}. */
const deleteItems = `
  WITH gone AS (
    DELETE FROM news WHERE number = ANY($1) RETURNING number, order_at, title_terms, text_terms
  ),
  terms_gone AS (
    SELECT DISTINCT number, order_at, term FROM gone CROSS JOIN LATERAL
      string_to_table(title_terms || '${separator}' || text_terms, '${separator}') AS term
  ),
  unposted AS (
    DELETE FROM news_postings AS posting USING terms_gone
    WHERE (posting.term, posting.order_at, posting.number)
      = (terms_gone.term, terms_gone.order_at, terms_gone.number)
    RETURNING posting.term
  )
  UPDATE news_terms SET items = items - fewer.count
  FROM (SELECT term, count(*) FROM unposted GROUP BY term) AS fewer
  WHERE news_terms.term = fewer.term`;

const updateTotals = `UPDATE news_totals
  SET items = items + $1, last_number = last_number + $1, generation = generation + 1`;

/** The news index in PostgreSQL. Additions run one after the other; reads never wait for them. */
export class PostgresNews implements NewsStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(items: readonly IndexedNewsItem[]): Promise<AddedNews> {
    // A feed that is read again rarely has anything new, and that needs no lock.
    const seen = planAddition(await knownAmong(this.#database, items), items);
    if (seen.changed.length === 0) return seen.counts;
    return this.#database.transaction(async (executor) => {
      const lastNumber = await lockAdditions(executor);
      const known = await knownAmong(executor, items);
      const { counts, changed } = planAddition(known, items);
      const replaced = changed.flatMap(({ id }) => known.get(id)?.number ?? []);
      if (replaced.length > 0) await executor.run(deleteItems, replaced);
      const rows = numbered(changed, known, lastNumber);
      const postings = batchPostings(rows);
      await executor.run(
        insertItems,
        rowsParameter(rows.map(({ terms: _, ...row }) => row)),
        postings.orderAts,
        postings.numbers,
        postings.terms,
        postings.places,
        postings.inTitle,
        postings.distinctTerms,
        postings.counts,
      );
      await executor.run(updateTotals, rows.length - replaced.length);
      return counts;
    });
  }

  get(id: string): Promise<NewsItemRecord | undefined> {
    return this.#database.get<NewsItemRecord>(`SELECT ${newsColumns} FROM news WHERE id = $1`, id);
  }

  latest(limit: number): Promise<NewsItemRecord[]> {
    return this.#database.all<NewsItemRecord>(
      `SELECT ${newsColumns} FROM news ORDER BY order_at DESC, number DESC LIMIT $1`,
      limit,
    );
  }

  async count(): Promise<number> {
    const totals = await this.#database.get<{ items: number }>('SELECT items FROM news_totals');
    return totals?.items ?? 0;
  }

  async generation(): Promise<number> {
    const totals = await this.#database.get<{ generation: number }>(
      'SELECT generation FROM news_totals',
    );
    return totals?.generation ?? 0;
  }

  async frequencies(terms: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#database.all<{ term: string; items: number }>(
      'SELECT term, items FROM news_terms WHERE term = ANY($1) AND items > 0',
      terms.map(indexTerm),
    );
    const items = new Map(rows.map((row) => [row.term, row.items]));
    return new Map(
      terms.flatMap((term) => {
        const found = items.get(indexTerm(term));
        return found === undefined ? [] : [[term, found]];
      }),
    );
  }

  candidates(query: NewsQuery): Promise<NewsCandidate[]> {
    return newsCandidates(this.#database, query);
  }

  async headlines(ids: readonly string[]): Promise<Map<string, NewsHeadline>> {
    const rows = await this.#database.all<NewsHeadline>(
      `SELECT ${headlineColumns} FROM news WHERE id = ANY($1)`,
      ids,
    );
    return new Map(rows.map((item) => [item.id, item]));
  }
}

/** Locks out other additions until the transaction ends. Returns the number of the newest item. */
async function lockAdditions(executor: Queryable): Promise<number> {
  const totals = await executor.get<{ last_number: number }>(
    'SELECT last_number FROM news_totals FOR UPDATE',
  );
  return totals?.last_number ?? 0;
}

async function knownAmong(
  executor: Queryable,
  items: readonly IndexedNewsItem[],
): Promise<Map<string, NumberedItem>> {
  const known = await executor.all<NumberedItem>(
    `SELECT number, order_at, ${newsColumns} FROM news WHERE id = ANY($1)`,
    items.map(({ id }) => id),
  );
  return new Map(known.map((item) => [item.id, item]));
}

/** Rows of the table. Known items keep their number; new ones get the next numbers. */
function numbered(
  items: readonly IndexedNewsItem[],
  known: ReadonlyMap<string, NumberedItem>,
  lastNumber: number,
) {
  let last = lastNumber;
  return items.map(({ terms, ranking_terms, ...item }) => {
    const number = known.get(item.id)?.number ?? ++last;
    return { ...item, number, ...termRecord(terms), ranking_terms: byteaText(ranking_terms) };
  });
}

/** Bytes as PostgreSQL reads them from text. */
function byteaText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}
