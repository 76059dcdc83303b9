import { type RemovedNews, withoutRemoved } from '../removed-news.ts';
import {
  type ArrivalState,
  type NumberedItem,
  planAddition,
  type StoredItem,
} from '../sql/news-addition.ts';
import {
  headlineColumns,
  historyColumns,
  maxBodyLength,
  newsColumns,
} from '../sql/news-records.ts';
import { TotalsChange, type TotalsRow, toTotals, totalsColumns } from '../sql/news-totals.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { selectAnyRemoved, selectRemoved } from '../sql/takedown-store.ts';
import type {
  AddedNews,
  ArrivedItem,
  IndexedNewsItem,
  ListedNewsItem,
  NewsCandidate,
  NewsHeadline,
  NewsItemRecord,
  NewsQuery,
  NewsStore,
  NewsTotals,
  RowPosition,
} from '../store.ts';
import type { PostgresDatabase, RunQuery } from './database.ts';
import { newsCandidates } from './news-candidates.ts';
import { batchPostings } from './news-postings.ts';
import { indexTerm, separator, termRecord } from './news-terms.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { rowsParameter } from './rows-parameter.ts';

type TermsRow = Pick<NewsCandidate, 'ranking_terms'>;
type KnownItem = StoredItem & { number: number };

const columns = raw(
  `number, order_at, ${historyColumns}, ${newsColumns}, title_terms, text_terms, ranking_terms`,
);

/** The news index in PostgreSQL. Additions run one at a time; reads never wait for them. */
export class PostgresNews implements NewsStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(items: readonly IndexedNewsItem[]): Promise<AddedNews> {
    // Most polls of a feed find no new items: then no lock is needed.
    const unlockedPlan = await plan((statement) => this.#database.all(statement), items, {
      lastArrival: 0,
      matchedUntil: 0,
    });
    if (unlockedPlan.changed.length === 0) return unlockedPlan.counts;
    return this.#database.transaction(async (query) => {
      // Locks out other additions until the transaction ends.
      const [totals] = await query<{ last_number: number; last_arrival: number }>(
        sql`SELECT last_number, last_arrival FROM news_totals FOR UPDATE`,
      );
      const [matching] = await query<{ matched_until: number }>(
        sql`SELECT matched_until FROM matching`,
      );
      const planned = await plan(query, items, {
        lastArrival: totals?.last_arrival ?? 0,
        matchedUntil: matching?.matched_until ?? 0,
      });
      const { known, counts, changed } = planned;
      const replaced = changed.flatMap(({ id }) => known.get(id)?.number ?? []);
      const change = new TotalsChange();
      for (const { ranking_terms } of changed) change.add(ranking_terms);
      if (replaced.length > 0) {
        for (const { ranking_terms } of await query<TermsRow>(selectTerms(replaced))) {
          change.remove(ranking_terms);
        }
        await query(deleteItems(replaced));
      }
      await query(insertItems(newsRows(changed, known, totals?.last_number ?? 0)));
      const [added, titleTerms, textTerms] = change.values();
      await query(
        sql`UPDATE news_totals SET items = items + ${added}, title_terms = title_terms + ${titleTerms},
          text_terms = text_terms + ${textTerms}, last_number = last_number + ${added},
          last_arrival = ${planned.lastArrival}, generation = generation + 1`,
      );
      return counts;
    });
  }

  arrivals(after: number, limit: number): Promise<ArrivedItem[]> {
    return this.#database.all<ArrivedItem>(
      sql`SELECT ${raw(historyColumns)}, ranking_terms, ${raw(newsColumns)} FROM news
        WHERE arrival > ${after} ORDER BY arrival LIMIT ${limit}`,
    );
  }

  async lastArrival(): Promise<number> {
    const totals = await this.#database.get<{ last_arrival: number }>(
      sql`SELECT last_arrival FROM news_totals`,
    );
    return totals?.last_arrival ?? 0;
  }

  get(id: string): Promise<NewsItemRecord | undefined> {
    return this.#database.get<NewsItemRecord>(
      sql`SELECT ${raw(newsColumns)} FROM news WHERE id = ${id}`,
    );
  }

  async delete(ids: readonly string[]): Promise<number> {
    return this.#database.transaction(async (query) => {
      await query(sql`SELECT FROM news_totals FOR UPDATE`);
      const found = await query<TermsRow & { number: number }>(
        sql`SELECT number, ranking_terms FROM news WHERE id = ANY(${ids})`,
      );
      if (found.length === 0) return 0;
      const change = new TotalsChange();
      for (const { ranking_terms } of found) change.remove(ranking_terms);
      const [items, titleTerms, textTerms] = change.values();
      await query(deleteItems(found.map(({ number }) => number)));
      await query(
        sql`UPDATE news_totals SET items = items + ${items}, title_terms = title_terms + ${titleTerms},
          text_terms = text_terms + ${textTerms}, generation = generation + 1`,
      );
      return found.length;
    });
  }

  async oldest(before: number, limit: number): Promise<string[]> {
    const rows = await this.#database.all<{ id: string }>(
      sql`SELECT id FROM news WHERE order_at < ${before} ORDER BY order_at, number LIMIT ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  latest(limit: number, after?: RowPosition): Promise<ListedNewsItem[]> {
    return this.#database.all<ListedNewsItem>(
      sql`SELECT ${raw(newsColumns)}, order_at, number AS sequence FROM news
        WHERE ${after ? sql`(order_at, number) < (${after.time}, ${after.sequence}::bigint)` : raw('true')}
        ORDER BY order_at DESC, number DESC LIMIT ${limit}`,
    );
  }

  async count(): Promise<number> {
    return (await this.totals()).items;
  }

  async totals(): Promise<NewsTotals> {
    return toTotals(await this.#totals());
  }

  async generation(): Promise<number> {
    return (await this.#totals())?.generation ?? 0;
  }

  async frequencies(terms: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#database.all<{ term: string; items: number }>(
      sql`SELECT term, items FROM news_terms
        WHERE term = ANY(${terms.map(indexTerm)}) AND items > 0`,
    );
    const frequencies = new Map(rows.map(({ term, items }) => [term, items]));
    return new Map(
      terms.flatMap((term) => {
        const frequency = frequencies.get(indexTerm(term));
        return frequency === undefined ? [] : [[term, frequency]];
      }),
    );
  }

  candidates(query: NewsQuery): Promise<NewsCandidate[]> {
    return newsCandidates(this.#database, query);
  }

  async bodies(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#database.all<{ id: string; body: string }>(
      sql`SELECT id, left(body, ${maxBodyLength}) AS body FROM news
        WHERE id = ANY(${ids}) AND body IS NOT NULL`,
    );
    return new Map(rows.map(({ id, body }) => [id, body]));
  }

  async headlines(ids: readonly string[]): Promise<Map<string, NewsHeadline>> {
    const rows = await this.#database.all<NewsHeadline>(
      sql`SELECT ${raw(headlineColumns)} FROM news WHERE id = ANY(${ids})`,
    );
    return byId(rows);
  }

  #totals(): Promise<TotalsRow | undefined> {
    return this.#database.get<TotalsRow>(sql`SELECT ${raw(totalsColumns)} FROM news_totals`);
  }
}

/**
 * What to write for a batch. News that was taken down counts as unchanged.
 */
async function plan(query: RunQuery, batch: readonly IndexedNewsItem[], state: ArrivalState) {
  const [anyRemoved] = await query(selectAnyRemoved);
  const removed = anyRemoved
    ? await query<RemovedNews>(
        selectRemoved(
          postgresDialect,
          batch.map(({ id }) => id),
          batch.map(({ url }) => url),
        ),
      )
    : [];
  const items = withoutRemoved(batch, removed);
  const known = byId(await query<KnownItem>(selectStored(items)));
  const planned = planAddition(known, items, state);
  planned.counts.unchanged += batch.length - items.length;
  return { known, ...planned };
}

function selectStored(items: readonly IndexedNewsItem[]): Sql {
  return sql`SELECT number, order_at, ${raw(historyColumns)}, ${raw(newsColumns)} FROM news
    WHERE id = ANY(${items.map(({ id }) => id)})`;
}

function selectTerms(numbers: readonly number[]): Sql {
  return sql`SELECT ranking_terms FROM news WHERE number = ANY(${numbers})`;
}

/** Adds the items, their postings, and the frequencies of their terms, in one statement. */
function insertItems(items: readonly NewsRow[]): Sql {
  const postings = batchPostings(items);
  return sql`WITH stored AS (
      INSERT INTO news (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::news,
        ${rowsParameter(items.map(({ terms: _, ...row }) => row))})
    ),
    posted AS (
      INSERT INTO news_postings (term, order_at, number, in_title)
      SELECT term, (${postings.orderAts}::bigint[])[place],
        (${postings.numbers}::integer[])[place], in_title
      FROM unnest(${postings.terms}::text[], ${postings.places}::integer[],
        ${postings.inTitle}::boolean[]) AS posting (term, place, in_title)
    )
    INSERT INTO news_terms AS known (term, items)
    SELECT * FROM unnest(${postings.distinctTerms}::text[], ${postings.counts}::integer[])
    ON CONFLICT (term) DO UPDATE SET items = known.items + excluded.items`;
}

/** Deletes what {@link insertItems} added. The writer must have locked `news_totals`. */
function deleteItems(numbers: readonly number[]): Sql {
  return sql`WITH deleted AS (
      DELETE FROM news WHERE number = ANY(${numbers})
      RETURNING number, order_at, title_terms, text_terms
    ),
    deleted_terms AS (
      SELECT DISTINCT number, order_at, term FROM deleted CROSS JOIN LATERAL
        unnest(string_to_array(
          title_terms || '${raw(separator)}' || text_terms, '${raw(separator)}')) AS term
    ),
    unposted AS (
      DELETE FROM news_postings AS posting USING deleted_terms
      WHERE (posting.term, posting.order_at, posting.number)
        = (deleted_terms.term, deleted_terms.order_at, deleted_terms.number)
      RETURNING posting.term
    ),
    removed AS (SELECT term, count(*) FROM unposted GROUP BY term),
    unused AS (
      DELETE FROM news_terms USING removed
      WHERE news_terms.term = removed.term AND items <= removed.count
    )
    UPDATE news_terms SET items = items - removed.count FROM removed
    WHERE news_terms.term = removed.term AND items > removed.count`;
}

type NewsRow = ReturnType<typeof newsRows>[number];

/** The items as rows of `news`. Known items keep their number; new ones get the next numbers. */
function newsRows(
  items: readonly NumberedItem[],
  known: ReadonlyMap<string, KnownItem>,
  lastNumber: number,
) {
  let last = lastNumber;
  return items.map(({ terms, ranking_terms, ...item }) => {
    const number = known.get(item.id)?.number ?? ++last;
    return { ...item, number, ...termRecord(terms), ranking_terms: byteaText(ranking_terms) };
  });
}

/** Bytes in the hex format of `bytea`. */
function byteaText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

function byId<Item extends { id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
