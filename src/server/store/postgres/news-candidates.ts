import { termSpan } from '../../search/index/ranking-terms.ts';
import { sum } from '../../search/ranking/relevance.ts';
import { firstCandidates } from '../sql/news-records.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import type { NewsCandidate, NewsPeriod, NewsQuery, RankableItem } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { tiers } from './news-postings.ts';
import { indexTerm, indexTerms, separator } from './news-terms.ts';
import { readBlocks } from './posting-blocks.ts';
import { ScoredItems } from './scored-items.ts';

/**
 * All tiers are named because the planner, which has no statistics of either column, takes each condition
 * for one that few blocks meet. Expecting many, it would compile the statement (JIT), which takes longer
 * than to run it.
 */
const isOfTerm = raw(`term = asked.term AND tier = ANY ('{${tiers.join()}}')`);

const meanPostingBytes = 5;

/** Milliseconds, both inclusive. */
interface Bounds {
  since: number;
  until: number;
}

type BlockBounds = Pick<Block, 'term'> & { items: number; oldest_at: number; newest_at: number };

type ItemRow = Omit<RankableItem, 'terms'> & { ranking_terms: Uint8Array };

interface Block {
  term: string;
  postings: Buffer;
}

/**
 * The candidates of a query, from the postings of its terms. The news may change between the
 * statements: an item that is not stored any more is left out.
 */
export async function newsCandidates(
  db: PostgresDatabase,
  query: NewsQuery,
): Promise<NewsCandidate[]> {
  const { newest = Number.POSITIVE_INFINITY, limit } = query;
  const phrases = query.phrases.map(indexTerms).filter((phrase) => phrase.length > 0);
  const weights = new Map(query.terms.map((each) => [indexTerm(each.term), each]));
  const terms = [...weights.keys()];
  const period = boundsOf(query);
  const withPhrases = new ScoredItems();
  let bounds = period;
  if (phrases.length > 0) {
    const found = await itemsWithPhrases(db, phrases, period, newest);
    for (const [number, orderAt] of found) withPhrases.add(number, orderAt, 0);
    bounds = withPhrases.bounds();
  } else if (newest !== Number.POSITIVE_INFINITY) {
    bounds = await boundsOfNewest(db, terms, period, newest);
  }
  const blocks = await blocksOf(db, terms, bounds);
  const scored = phrases.length > 0 ? withPhrases : new ScoredItems(postingsIn(blocks));
  for (const { term, postings } of blocks) {
    const { weight = 0, titleWeight = 0 } = weights.get(term) ?? {};
    readBlocks(postings, (number, orderAt, inTitle) => {
      if (orderAt < bounds.since || orderAt > bounds.until) return;
      const relevance = inTitle ? weight + titleWeight : weight;
      if (phrases.length > 0) scored.addToKnown(number, relevance);
      else scored.add(number, orderAt, relevance);
    });
  }
  if (phrases.length === 0) scored.keepNewest(newest);
  const best = scored.best(limit);
  const items = await rankableItems(db, sql`number = ANY(${[...best.keys()]})`);
  const candidates = items.map((item) => ({ ...item, relevance: best.get(item.sequence) ?? 0 }));
  return firstCandidates(candidates, limit);
}

/** The items that satisfy the condition, in any order. */
export async function rankableItems(db: PostgresDatabase, condition: Sql): Promise<RankableItem[]> {
  const rows = await db.all<ItemRow>(
    sql`SELECT number AS sequence, id, order_at, ranking_terms FROM news WHERE ${condition}`,
  );
  return rows.map(({ ranking_terms, ...item }) => ({ ...item, terms: termSpan(ranking_terms) }));
}

/**
 * The numbers and times of the items that have each phrase in one field, among the newest items
 * that have all of the words.
 */
async function itemsWithPhrases(
  db: PostgresDatabase,
  phrases: readonly string[][],
  period: Bounds,
  newest: number,
): Promise<Map<number, number>> {
  const words = [...new Set(phrases.flat())];
  const having = await itemsWithWords(db, words, period, newest);
  const enclosedPhrases = phrases.map(
    (phrase) => `${separator}${phrase.join(separator)}${separator}`,
  );
  const rows = await db.all<{ number: number }>(
    sql`SELECT number FROM news WHERE number = ANY(${[...having.keys()]}) AND NOT EXISTS (
      SELECT FROM unnest(${enclosedPhrases}::text[]) AS phrase
      WHERE strpos(${enclosed('title_terms')}, phrase) = 0
        AND strpos(${enclosed('text_terms')}, phrase) = 0
    )`,
  );
  return new Map(rows.map(({ number }) => [number, having.get(number) ?? 0]));
}

/** The numbers and times of the newest items that have all of the words. */
async function itemsWithWords(
  db: PostgresDatabase,
  words: readonly string[],
  period: Bounds,
  newest: number,
): Promise<Map<number, number>> {
  const rarest = await rarestFirst(db, words);
  for (let considered = 4 * newest; ; considered *= 4) {
    const bounds = await boundsOfNewest(db, rarest.slice(0, 1), period, considered);
    const isWhole = bounds.since === period.since;
    let having: Map<number, number> | undefined;
    for (const word of rarest) {
      const before: Map<number, number> | undefined = having;
      const found = new Map<number, number>();
      for (const { postings } of await blocksOf(db, [word], bounds)) {
        readBlocks(postings, (number, orderAt) => {
          if (orderAt < bounds.since || orderAt > bounds.until) return;
          if (!before || before.has(number)) found.set(number, orderAt);
        });
      }
      having = found;
    }
    const items = new ScoredItems();
    for (const [number, orderAt] of having ?? []) items.add(number, orderAt, 0);
    if (!isWhole && items.size < newest) continue;
    items.keepNewest(newest);
    return items.times();
  }
}

async function rarestFirst(db: PostgresDatabase, words: readonly string[]): Promise<string[]> {
  const frequencies = await termFrequencies(db, words);
  return words.toSorted((a, b) => (frequencies.get(a) ?? 0) - (frequencies.get(b) ?? 0));
}

/** The number of items that have each term. Terms that occur in no item are absent. */
export async function termFrequencies(
  db: PostgresDatabase,
  terms: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.all<{ term: string; items: number }>(
    sql`SELECT term, items FROM ${eachOf(terms)} CROSS JOIN LATERAL (
        SELECT sum(items) AS items FROM news_postings WHERE ${isOfTerm}
      ) AS block
      WHERE items IS NOT NULL`,
  );
  return new Map(rows.map(({ term, items }) => [term, items]));
}

/** A part of the period, at its end, that includes the newest items with any of the terms. */
async function boundsOfNewest(
  db: PostgresDatabase,
  terms: readonly string[],
  period: Bounds,
  newest: number,
): Promise<Bounds> {
  if (!Number.isFinite(newest)) return period;
  const blocks = await db.all<BlockBounds>(
    sql`SELECT * FROM ${eachOf(terms)} CROSS JOIN LATERAL (
        SELECT items, oldest_at, newest_at FROM news_postings
        WHERE ${isOfTerm} AND ${overlaps(period)} OFFSET 0
      ) AS block
      ORDER BY oldest_at DESC`,
  );
  const items = new Map<string, number>();
  for (const block of blocks) {
    if (block.newest_at > period.until) continue;
    const soFar = (items.get(block.term) ?? 0) + block.items;
    // All of them are at this time or later.
    if (soFar >= newest) return { ...period, since: Math.max(block.oldest_at, period.since) };
    items.set(block.term, soFar);
  }
  return period;
}

/** The blocks of the terms that may have items within the bounds. */
function blocksOf(
  db: PostgresDatabase,
  terms: readonly string[],
  bounds: Bounds,
): Promise<Block[]> {
  return db.all<Block>(
    sql`SELECT * FROM ${eachOf(terms)} CROSS JOIN LATERAL (
        SELECT postings FROM news_postings
        WHERE ${isOfTerm} AND ${overlaps(bounds)} OFFSET 0
      ) AS block`,
  );
}

/** The approximate number of postings in blocks. */
function postingsIn(blocks: readonly Block[]): number {
  return sum(blocks.map(({ postings }) => postings.length)) / meanPostingBytes;
}

/** For {@link isOfTerm}: with all terms in one condition, the planner might read the whole table. */
function eachOf(terms: readonly string[]): Sql {
  return sql`unnest(${terms}::text[]) AS asked (term)`;
}

/** A condition on blocks: that they may have items within the bounds. */
function overlaps({ since, until }: Bounds): Sql {
  return sql`oldest_at <= ${until} AND newest_at >= ${since}`;
}

function boundsOf({ since, until }: NewsPeriod): Bounds {
  return { since: since ?? Number.MIN_SAFE_INTEGER, until: until ?? Number.MAX_SAFE_INTEGER };
}

/** A condition on `order_at`. */
export function isInPeriod(period: NewsPeriod): Sql {
  const { since, until } = boundsOf(period);
  return sql`order_at BETWEEN ${since} AND ${until}`;
}

function enclosed(terms: string): Sql {
  return raw(`'${separator}' || ${terms} || '${separator}'`);
}
