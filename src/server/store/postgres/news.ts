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
import type { Executor, PostgresDatabase, Value } from './database.ts';
import { type KnownItem, planAddition } from './news-addition.ts';
import { newsCandidates } from './news-candidates.ts';
import { batchPostings } from './news-postings.ts';
import { indexTerm, separator, termRecord } from './news-terms.ts';
import { rowsParameter } from './rows-parameter.ts';

interface NumberedItem extends KnownItem {
  number: number;
  /** How many terms it has. */
  length: number;
}

const columns = `number, order_at, ${newsColumns}, title_terms, text_terms, length, ranking_terms`;

/** The items, their postings, and how many items more have each term: all or nothing of a batch. */
const insertItems = `
  WITH stored AS (
    INSERT INTO news (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::news, $1)
  ),
  posted AS (
    INSERT INTO news_postings (term, order_at, number, weight, length)
    SELECT term, ($2::bigint[])[place], ($3::integer[])[place], weight, ($4::smallint[])[place]
    FROM unnest($5::text[], $6::integer[], $7::smallint[]) AS posting (term, place, weight)
  )
  INSERT INTO news_terms AS known (term, items)
  SELECT * FROM unnest($8::text[], $9::integer[])
  ON CONFLICT (term) DO UPDATE SET items = known.items + excluded.items`;

/** The same, backwards. */
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

/** The news index in PostgreSQL. Those who add take turns; reads never wait for them. */
export class PostgresNews implements NewsStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(items: readonly IndexedNewsItem[]): Promise<AddedNews> {
    // A feed that is read again mostly has nothing new, and that is known without a turn.
    const seen = planAddition(await knownAmong(this.#database, items), items);
    if (seen.changed.length === 0) return seen.counts;
    return this.#database.transaction(async (executor) => {
      const lastNumber = await takeTurn(executor);
      const known = await knownAmong(executor, items);
      const { counts, changed } = planAddition(known, items);
      const before = changed.flatMap(({ id }) => known.get(id) ?? []);
      if (before.length > 0)
        await executor.run(
          deleteItems,
          before.map(({ number }) => number),
        );
      const after = numbered(changed, known, lastNumber);
      const postings = batchPostings(after);
      await executor.run(
        insertItems,
        rowsParameter(after.map(({ weights: _, ...item }) => item)),
        postings.orderAts,
        postings.numbers,
        postings.lengths,
        postings.terms,
        postings.places,
        postings.weights,
        postings.distinctTerms,
        postings.counts,
      );
      await executor.run(
        `UPDATE news_totals
        SET items = items + $1, terms = terms + $2, last_number = last_number + $1,
          generation = generation + 1`,
        after.length - before.length,
        totalLength(after) - totalLength(before),
      );
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

  items(keys: readonly number[]): Promise<Map<number, NewsItemRecord>> {
    return this.#numbered('number = ANY($1)', keys);
  }

  headlines(keys: readonly number[]): Promise<Map<number, NewsHeadline>> {
    return this.#numbered('number = ANY($1)', keys, headlineColumns);
  }

  async #numbered<Item = NewsItemRecord>(
    condition: string,
    value: Value,
    shown = newsColumns,
  ): Promise<Map<number, Item>> {
    const rows = await this.#database.all<Item & { number: number }>(
      `SELECT number, ${shown} FROM news WHERE ${condition}`,
      value,
    );
    return new Map(rows.map(({ number, ...item }) => [number, item as Item]));
  }
}

/** Waits until no one else adds. Gives the number of the youngest item. */
async function takeTurn(executor: Executor): Promise<number> {
  const totals = await executor.get<{ last_number: number }>(
    'SELECT last_number FROM news_totals FOR UPDATE',
  );
  return totals?.last_number ?? 0;
}

async function knownAmong(
  executor: Executor,
  items: readonly IndexedNewsItem[],
): Promise<Map<string, NumberedItem>> {
  const known = await executor.all<NumberedItem>(
    `SELECT number, order_at, length, ${newsColumns} FROM news WHERE id = ANY($1)`,
    items.map(({ id }) => id),
  );
  return new Map(known.map((item) => [item.id, item]));
}

/** A known item keeps its number; the new ones get those after the last. */
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

/** Bytes as PostgreSQL reads them from a text. */
function byteaText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

function totalLength(items: readonly { length: number }[]): number {
  return items.reduce((total, { length }) => total + length, 0);
}
