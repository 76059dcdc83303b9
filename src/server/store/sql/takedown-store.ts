import { type MarkedNews, type RemovedNews, urlHash, withoutFragment } from '../removed-news.ts';
import type { Dialect } from './dialect.ts';
import type { RunResultRecord } from './run-result.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** The JSON and text columns of each table that can contain news. */
const newsColumns = {
  runs: ['results', 'repeats'],
  alerts: ['results'],
  briefings: ['monitors', 'news', 'summary'],
  monitors: ['held'],
} as const;

/** A table whose rows contain news. */
export type TableWithNews = keyof typeof newsColumns;

/** The columns of a row that can contain news. */
export type NewsTexts<Table extends TableWithNews = TableWithNews> = { id: string } & Record<
  (typeof newsColumns)[Table][number],
  string
>;

export interface EventPayload {
  id: string;
  /** JSON of an event without its id. */
  payload: string;
}

export function takedownStore(db: SqlExecutor) {
  const { dialect } = db;
  return {
    /**
     * Stores that news was removed. Waits for news, runs and briefings that are being stored; later
     * ones cannot contain this news. Its URLs are kept until `complete()`.
     */
    async mark(news: readonly MarkedNews[], now: number): Promise<void> {
      await db.write(
        ...dialect.lockArrivals,
        ...dialect.lockTable('runs'),
        ...dialect.lockTable('briefings'),
        ...news.map(
          ({ id, url }) => sql`INSERT INTO removed_news (id, url_hash, pending_url, removed_at)
            VALUES (${id}, ${url === null ? null : urlHash(url)}, ${url}, ${now})
            ON CONFLICT (id) DO UPDATE
            SET url_hash = coalesce(excluded.url_hash, removed_news.url_hash),
              pending_url = coalesce(excluded.pending_url, removed_news.pending_url)`,
        ),
      );
    },

    /** The removed news with one of the ids, and its URLs if the takedown is not complete. */
    marked: (ids: readonly string[]): Promise<(RemovedNews & { pending_url: string | null })[]> =>
      db.all(
        sql`SELECT id, url_hash, pending_url FROM removed_news
          WHERE ${dialect.isIn('id', ids)}`,
      ),

    /** Deletes the URLs of removed news. */
    async complete(ids: readonly string[]): Promise<void> {
      await db.write(
        sql`UPDATE removed_news SET pending_url = NULL WHERE ${dialect.isIn('id', ids)}
          AND pending_url IS NOT NULL`,
      );
    },

    /** The removed news among results. */
    async among(results: readonly RunResultRecord[]): Promise<RemovedNews[]> {
      if (results.length === 0 || !(await db.get(selectAnyRemoved))) return [];
      return db.all<RemovedNews>(selectRemovedResults(db.dialect, results));
    },

    /**
     * The items in the index with one of the URLs, with any fragment. Reads the whole table.
     *
     * @param urls without fragments
     */
    async withUrls(urls: readonly string[]): Promise<MarkedNews[]> {
      if (urls.length === 0) return [];
      const found = await db.all<{ id: string; url: string }>(
        sql`SELECT id, url FROM news WHERE ${dialect.isIn('url', urls)}
          OR ${anyLike(
            'url',
            urls.map((url) => `${escapedPattern(url)}#%`),
          )}`,
      );
      // LIKE ignores case in SQLite.
      return found.filter(({ url }) => urls.includes(withoutFragment(url)));
    },

    /** Rows that contain one of the texts, in the order of their ids; after one if it is given. */
    find: <Table extends TableWithNews>(
      table: Table,
      texts: readonly string[],
      { after = '', limit }: { after?: string | undefined; limit: number },
    ): Promise<NewsTexts<Table>[]> => {
      const patterns = texts.map(
        (text) => `%${escapedPattern(JSON.stringify(text).slice(1, -1))}%`,
      );
      const contains = newsColumns[table]
        .map((column) => anyLike(column, patterns))
        .reduce((before, condition) => sql`${before} OR ${condition}`);
      return db.all<NewsTexts<Table>>(
        sql`SELECT id, ${raw(newsColumns[table].join(', '))} FROM ${raw(table)}
          WHERE id > ${after} AND (${contains}) ORDER BY id LIMIT ${limit}`,
      );
    },

    /**
     * Replaces the columns of a row unless another process has changed them.
     *
     * @returns whether they were replaced
     */
    async replace<Table extends TableWithNews>(
      table: Table,
      before: NewsTexts<Table>,
      after: NewsTexts<Table>,
    ): Promise<boolean> {
      const columns: readonly (typeof newsColumns)[Table][number][] = newsColumns[table];
      const set = columns.map((column) => sql`${raw(column)} = ${after[column]}`);
      const same = columns.map((column) => sql`${raw(column)} = ${before[column]}`);
      const rows = await db.write(
        sql`UPDATE ${raw(table)} SET ${set.reduce((list, each) => sql`${list}, ${each}`)}
          WHERE id = ${before.id} AND ${same.reduce((list, each) => sql`${list} AND ${each}`)}
          RETURNING id`,
      );
      return rows.length > 0;
    },

    /** The payloads of a run's events. */
    payloadsOf: (runId: string): Promise<EventPayload[]> =>
      db.all<EventPayload>(sql`SELECT id, payload FROM payloads WHERE run_id = ${runId}`),

    /**
     * Replaces a payload unless another process has changed it.
     *
     * @returns whether it was replaced
     */
    async replacePayload(before: EventPayload, payload: string): Promise<boolean> {
      const rows = await db.write(
        sql`UPDATE payloads SET payload = ${payload}
          WHERE id = ${before.id} AND payload = ${before.payload} RETURNING id`,
      );
      return rows.length > 0;
    },

    /** Deletes the marks that results with these keys were alerted: a key may be a URL. */
    async deleteAlerted(keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await db.write(sql`DELETE FROM alerted WHERE ${dialect.isIn('key', keys)}`);
    },

    /** Deletes the fingerprints of alerted results with these keys. */
    async deleteStories(keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await db.write(
        sql`UPDATE alerted SET story = NULL
          WHERE ${dialect.isIn('key', keys)} AND story IS NOT NULL`,
      );
    },
  };
}

/** Selects a row if any news was removed: saves computing hashes. */
export const selectAnyRemoved = sql`SELECT 1 AS found FROM removed_news LIMIT 1`;

/** Selects the {@link RemovedNews} among items. */
export function selectRemoved(
  dialect: Dialect,
  ids: readonly string[],
  urls: readonly (string | null)[],
): Sql {
  const hashes = urls.flatMap((url) => (url === null ? [] : [urlHash(url)]));
  return sql`SELECT id, url_hash FROM removed_news
    WHERE ${dialect.isIn('id', ids)} OR ${dialect.isIn('url_hash', hashes)}`;
}

/** Selects the removed news among results, by their keys and the URLs of their links. */
function selectRemovedResults(
  dialect: Dialect,
  results: readonly Pick<RunResultRecord, 'key' | 'links'>[],
): Sql {
  return selectRemoved(
    dialect,
    results.map(({ key }) => key),
    results.flatMap(({ links }) => links.map(({ url }) => url)),
  );
}

/** Fails the transaction if one of the results was removed. Must follow the insertion of the row. */
export function checkNotRemoved(
  dialect: Dialect,
  row: { table: 'runs' | 'briefings'; isRow: Sql },
  results: readonly Pick<RunResultRecord, 'key' | 'links' | 'removed'>[],
): Sql[] {
  // Marks of removed results may be copied.
  const texts = results.filter(({ removed }) => !removed);
  if (texts.length === 0) return [];
  const removed = selectRemovedResults(dialect, texts);
  return [
    sql`UPDATE ${raw(row.table)} SET id = id
      WHERE ${row.isRow} AND NOT EXISTS (${removed})`.mustChange(1),
  ];
}

/** @param patterns at least one; `!` escapes */
function anyLike(column: string, patterns: readonly string[]): Sql {
  return patterns
    .map((pattern) => sql`${raw(column)} LIKE ${pattern} ESCAPE '!'`)
    .reduce((before, condition) => sql`${before} OR ${condition}`);
}

/** A pattern for `LIKE` that matches the text. */
function escapedPattern(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
