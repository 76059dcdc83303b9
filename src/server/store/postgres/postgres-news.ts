import { type RemovedNews, withoutRemoved } from '../removed-news.ts';
import { type ArrivalState, planAddition, type StoredItem } from '../sql/news-addition.ts';
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
  NewsPeriod,
  NewsQuery,
  NewsStore,
  NewsTotals,
  RankableItem,
  RowPosition,
} from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { drawArrivals, lastArrival, lastVisibleArrival } from './news-arrivals.ts';
import { isInPeriod, newsCandidates, rankableItems, termFrequencies } from './news-candidates.ts';
import { addPostings, lockPostings } from './news-postings.ts';
import { deleteItems, insertItems } from './news-rows.ts';
import { indexTerm, termRecord } from './news-terms.ts';
import { postgresDialect } from './postgres-dialect.ts';
import type { RunQuery } from './run-query.ts';
import { Conflict } from './transaction-errors.ts';

const selectTotals = sql`SELECT ${raw(
  totalsColumns
    .split(', ')
    .map((name) => `coalesce(sum(${name}), 0)::bigint AS ${name}`)
    .join(),
)} FROM news_totals`;

const changedMeanwhile = 'other processes have changed the same news meanwhile';

type KnownItem = StoredItem & { number: number };

/** The news index in PostgreSQL. Only reading `lastArrival()` waits for additions. */
export class PostgresNews implements NewsStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(items: readonly IndexedNewsItem[]): Promise<AddedNews> {
    let draft: Draft | undefined = await draftOf(
      (statement) => this.#database.all(statement),
      items,
    );
    // Most polls of a feed find no new items: then no transaction is needed.
    if (draft.changed.length === 0) return draft.counts;
    return this.#database.transaction(async (query) => {
      // A retry locks first, so that others cannot replace the items between its draft and its writes.
      if (!draft) await lockPostings(query);
      const current = draft ?? (await draftOf(query, items));
      draft = undefined;
      return current.changed.length === 0 ? current.counts : addItems(query, items, current);
    });
  }

  async arrivals(after: number, limit: number): Promise<ArrivedItem[]> {
    const until = await lastVisibleArrival(this.#database);
    return this.#database.all<ArrivedItem>(
      sql`SELECT ${raw(historyColumns)}, ranking_terms, ${raw(newsColumns)} FROM news
        WHERE arrival > ${after} AND arrival <= ${until} ORDER BY arrival LIMIT ${limit}`,
    );
  }

  lastArrival(): Promise<number> {
    return lastArrival(this.#database);
  }

  get(id: string): Promise<NewsItemRecord | undefined> {
    return this.#database.get<NewsItemRecord>(
      sql`SELECT ${raw(newsColumns)} FROM news WHERE id = ${id}`,
    );
  }

  async delete(ids: readonly string[]): Promise<number> {
    return this.#database.transaction(async (query) => {
      await lockPostings(query);
      const deleted = await deleteItems(query, sql`id = ANY(${ids})`);
      if (deleted.length === 0) return 0;
      const change = new TotalsChange();
      for (const { ranking_terms } of deleted) change.remove(ranking_terms);
      await query(addToTotals(change));
      return deleted.length;
    });
  }

  async oldest(before: number, limit: number): Promise<string[]> {
    const rows = await this.#database.all<{ id: string }>(
      sql`SELECT id FROM news WHERE order_at < ${before} ORDER BY order_at, number LIMIT ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  latest(limit: number, after?: RowPosition, period: NewsPeriod = {}): Promise<ListedNewsItem[]> {
    return this.#database.all<ListedNewsItem>(
      sql`SELECT ${raw(newsColumns)}, order_at, number AS sequence FROM news
        WHERE ${after ? sql`(order_at, number) < (${after.time}, ${after.sequence}::bigint)` : raw('true')}
          AND ${isInPeriod(period)}
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
    const frequencies = await termFrequencies(this.#database, terms.map(indexTerm));
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

  rankable(ids: readonly string[]): Promise<RankableItem[]> {
    return rankableItems(this.#database, sql`id = ANY(${ids})`);
  }

  headlinesOf(found: readonly RankableItem[]): Promise<Map<string, NewsHeadline>> {
    return this.headlines(found.map(({ id }) => id));
  }

  async headlines(ids: readonly string[]): Promise<Map<string, NewsHeadline>> {
    const rows = await this.#database.all<NewsHeadline>(
      sql`SELECT ${raw(headlineColumns)} FROM news WHERE id = ANY(${ids})`,
    );
    return byId(rows);
  }

  #totals(): Promise<TotalsRow | undefined> {
    return this.#database.get<TotalsRow>(selectTotals);
  }
}

type Plan = Awaited<ReturnType<typeof plan>>;

/** What an addition would change, and how many arrivals it would number. */
type Draft = Plan & { arrivals: number };

async function draftOf(query: RunQuery, items: readonly IndexedNewsItem[]): Promise<Draft> {
  let arrivals = 0;
  const planned = await plan(query, items, { nextArrival: () => ++arrivals, matchedUntil: 0 });
  return { ...planned, arrivals };
}

/**
 * Stores the items that a draft of the plan changes. Postings, which take the longest, are added
 * before arrivals are numbered, because reading arrivals waits for it.
 *
 * @throws {Conflict} if another process has changed the items since the draft
 */
async function addItems(
  query: RunQuery,
  items: readonly IndexedNewsItem[],
  draft: Draft,
): Promise<AddedNews> {
  const isReplacing = draft.changed.some(({ id }) => draft.known.has(id));
  if (isReplacing) await lockPostings(query);
  const numbers = await query<{ number: number }>(
    sql`SELECT nextval(pg_get_serial_sequence('news', 'number')) AS number
      FROM generate_series(1, ${draft.changed.length}::int)`,
  );
  const numbered = draft.changed.map(({ order_at, terms }, at) => ({
    order_at,
    number: numbers[at]?.number ?? 0,
    ...termRecord(terms),
  }));
  await addPostings(query, numbered);
  const arrivals = (await drawArrivals(query, draft.arrivals)).values();
  const [matching] = await query<{ matched_until: number }>(
    sql`SELECT matched_until FROM matching`,
  );
  const planned = await plan(query, items, {
    nextArrival: () => arrivals.next().value ?? 0,
    matchedUntil: matching?.matched_until ?? 0,
  });
  const { known, counts, changed } = planned;
  if (!changesSame(draft, planned)) throw new Conflict(changedMeanwhile);
  const change = new TotalsChange();
  for (const { ranking_terms } of changed) change.add(ranking_terms);
  const replaced = changed.flatMap(({ id }) => known.get(id)?.number ?? []);
  if (replaced.length > 0) {
    const deleted = await deleteItems(query, sql`number = ANY(${replaced})`);
    for (const { ranking_terms } of deleted) change.remove(ranking_terms);
  }
  // Both plans have the same items in the same order.
  const rows = numbered.flatMap(({ number, title_terms, text_terms }, at) => {
    const item = changed[at];
    return item ? [{ item, number, title_terms, text_terms }] : [];
  });
  const inserted = await query(insertItems(rows));
  if (inserted.length < changed.length) throw new Conflict(changedMeanwhile);
  await query(addToTotals(change));
  if (items.some(({ history }) => history)) {
    await query(
      sql`SELECT setval('news_arrivals', greatest(last_value, ${planned.lastArrival})) FROM news_arrivals`,
    );
  }
  return counts;
}

/** Whether two plans change the same versions of the same items, and give them the same times. */
function changesSame(one: Plan, other: Plan): boolean {
  const basis = ({ changed, known }: Plan) =>
    JSON.stringify(
      changed.map(({ id, order_at }) => [id, order_at, known.get(id)?.number ?? null]),
    );
  return basis(one) === basis(other);
}

/** Adds to a row that no other transaction is changing, or inserts one. */
function addToTotals(change: TotalsChange): Sql {
  const [items, titleTerms, textTerms] = change.values();
  return sql`WITH free AS MATERIALIZED (
      SELECT part FROM news_totals ORDER BY part LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ),
    changed AS (
      UPDATE news_totals SET items = items + ${items}, title_terms = title_terms + ${titleTerms},
        text_terms = text_terms + ${textTerms}, generation = generation + 1
      WHERE part = (SELECT part FROM free) RETURNING part
    )
    INSERT INTO news_totals (items, title_terms, text_terms, generation)
    SELECT ${items}::int, ${titleTerms}::bigint, ${textTerms}::bigint, 1
    WHERE NOT EXISTS (SELECT FROM changed)`;
}

/** What to write for a batch. News that was taken down is not added again. */
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
  planned.counts.removed += batch.length - items.length;
  return { known, ...planned };
}

function selectStored(items: readonly IndexedNewsItem[]): Sql {
  return sql`SELECT number, order_at, ${raw(historyColumns)}, ${raw(newsColumns)} FROM news
    WHERE id = ANY(${items.map(({ id }) => id)})`;
}

function byId<Item extends { id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
