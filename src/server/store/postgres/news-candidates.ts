import { firstCandidates } from '../sql/news-records.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import type { NewsCandidate, NewsQuery } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { indexTerm, indexTerms, separator } from './news-terms.ts';

/** The candidates of a query, from the postings of its terms. */
export async function newsCandidates(
  db: PostgresDatabase,
  query: NewsQuery,
): Promise<NewsCandidate[]> {
  const { terms, limit } = query;
  const phrases = query.phrases.map(indexTerms).filter((phrase) => phrase.length > 0);
  const found = await db.all<NewsCandidate>(
    sql`WITH asked AS (
        SELECT * FROM unnest(${terms.map(({ term }) => indexTerm(term))}::text[],
          ${terms.map(({ weight }) => weight)}::integer[],
          ${terms.map(({ titleWeight }) => titleWeight)}::integer[])
          AS asked (term, weight, title_weight)
      ),
      best AS (
        SELECT * FROM (${phrases.length > 0 ? matchesOfPhrases(query, phrases) : matchesOfTerms(query)})
          AS matches
        ORDER BY relevance DESC, order_at DESC FETCH FIRST (${limit}) ROWS WITH TIES
      )
      SELECT id, order_at, ranking_terms, relevance FROM best JOIN news USING (order_at, number)`,
  );
  return firstCandidates(found, limit);
}

/** The relevance of an item, aggregated over its postings of the query terms. */
const relevance = raw('sum(weight + CASE WHEN in_title THEN title_weight ELSE 0 END)');

/** Reads the newest postings of each term, which include the newest matches of the query. */
function matchesOfTerms(query: NewsQuery): Sql {
  return sql`SELECT order_at, number, ${relevance} AS relevance
    FROM asked CROSS JOIN LATERAL (
      SELECT order_at, number, in_title FROM news_postings
      WHERE news_postings.term = asked.term AND ${isRecent(query)} ${newestFirst(query)}
    ) AS posting
    GROUP BY order_at, number ${newestFirst(query)}`;
}

/**
 * Goes through the postings of the rarest word of the phrases, newest first, keeps the items that
 * have the other words too, and searches those for the phrases.
 */
function matchesOfPhrases(query: NewsQuery, phrases: readonly string[][]): Sql {
  const words = [...new Set(phrases.flat())];
  const enclosedPhrases = phrases.map(
    (phrase) => `${separator}${phrase.join(separator)}${separator}`,
  );
  return sql`SELECT order_at, number, coalesce((
        SELECT ${relevance} FROM asked JOIN news_postings AS posting USING (term)
        WHERE posting.order_at = having_words.order_at AND posting.number = having_words.number
      ), 0) AS relevance
    FROM (
      SELECT order_at, number FROM news_postings AS rarest
      WHERE ${isRecent(query)} AND term = (
        SELECT term FROM unnest(${words}::text[]) AS term LEFT JOIN news_terms USING (term)
        ORDER BY coalesce(items, 0) LIMIT 1
      ) AND ${words.length} = (
        SELECT count(*) FROM news_postings AS other
        WHERE other.term = ANY(${words}) AND other.order_at = rarest.order_at
          AND other.number = rarest.number
      ) ${newestFirst(query)}
    ) AS having_words JOIN news USING (order_at, number)
    WHERE NOT EXISTS (
      SELECT FROM unnest(${enclosedPhrases}::text[]) AS phrase
      WHERE strpos(${enclosed('title_terms')}, phrase) = 0
        AND strpos(${enclosed('text_terms')}, phrase) = 0
    )`;
}

function isRecent({ since = Number.MIN_SAFE_INTEGER }: NewsQuery): Sql {
  return sql`order_at >= ${since}`;
}

function newestFirst({ newest }: NewsQuery): Sql {
  if (newest === undefined) return raw('');
  return sql`ORDER BY order_at DESC FETCH FIRST (${newest}) ROWS WITH TIES`;
}

function enclosed(terms: string): Sql {
  return raw(`'${separator}' || ${terms} || '${separator}'`);
}
