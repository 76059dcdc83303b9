import type { NewsCandidate, NewsQuery } from '../store.ts';
import type { Executor, Value } from './database.ts';
import { indexTerms, separator } from './news-terms.ts';

/** How many of the newest items that have all terms of the phrases are read for the phrases. */
const mostRead = 20_000;
const earliest = Number.MIN_SAFE_INTEGER;

/** A statement with its parameters. */
interface Statement {
  sql: string;
  values: Value[];
}

/**
 * The best of a query's newest matches. Relevance is BM25 over the postings, with the constants and
 * the inverse document frequency of SQLite's FTS5 (sqlite.org/fts5.html, the bm25() function).
 */
export async function newsCandidates(
  executor: Executor,
  query: NewsQuery,
): Promise<NewsCandidate[]> {
  const phrases = query.phrases.map(indexTerms).filter((phrase) => phrase.length > 0);
  const { sql, values } = phrases.length > 0 ? withPhrases(query, phrases) : withAnyTerm(query);
  return executor.all<NewsCandidate>(sql, ...values);
}

/** Reads the newest postings of each term: a match of the newest is among the newest of its term. */
function withAnyTerm({
  anyOf,
  besides = [],
  since = earliest,
  newest,
  limit,
}: NewsQuery): Statement {
  const newestFirst = newest === undefined ? '' : 'ORDER BY order_at DESC, number DESC LIMIT $4';
  return {
    sql: best(
      `SELECT order_at, number, ${relevance} AS relevance
      FROM asked CROSS JOIN LATERAL (
        SELECT * FROM news_postings
        WHERE news_postings.term = asked.term AND order_at >= $3 ${newestFirst}
      ) AS posting
      GROUP BY order_at, number ${newestFirst}`,
    ),
    values: [
      indexTerms([...anyOf, ...besides]),
      limit,
      since,
      ...(newest === undefined ? [] : [newest]),
    ],
  };
}

/**
 * Goes through the postings of the phrases' rarest term, the newest first, keeps the items that have
 * the others too, and reads those.
 */
function withPhrases(query: NewsQuery, phrases: readonly string[][]): Statement {
  const { anyOf, besides = [], since = earliest, newest = mostRead, limit } = query;
  const demanded = [...new Set(phrases.flat())];
  return {
    sql: best(
      `SELECT order_at, number, ${relevance} AS relevance
      FROM (
        SELECT having_terms.order_at, having_terms.number
        FROM (
          SELECT order_at, number FROM news_postings AS rarest
          WHERE order_at >= $3 AND term = (
            SELECT term FROM unnest($5::text[]) AS term LEFT JOIN news_terms USING (term)
            ORDER BY coalesce(items, 0) LIMIT 1
          ) AND cardinality($5::text[]) = (
            SELECT count(*) FROM news_postings AS other
            WHERE other.term = ANY($5) AND other.order_at = rarest.order_at
              AND other.number = rarest.number
          )
          ORDER BY order_at DESC, number DESC LIMIT ${mostRead}
        ) AS having_terms JOIN news USING (number)
        WHERE NOT EXISTS (
          SELECT FROM unnest($6::text[]) AS phrase
          WHERE strpos(${enclosed('title_terms')}, phrase) = 0
            AND strpos(${enclosed('text_terms')}, phrase) = 0
        )
        ORDER BY order_at DESC, number DESC LIMIT $4
      ) AS match
      CROSS JOIN asked JOIN news_postings AS posting USING (term, order_at, number)
      GROUP BY order_at, number`,
    ),
    values: [
      [...indexTerms([...anyOf, ...besides]), ...demanded],
      limit,
      since,
      newest,
      demanded,
      phrases.map((phrase) => `${separator}${phrase.join(separator)}${separator}`),
    ],
  };
}

const enclosed = (terms: string) => `'${separator}' || ${terms} || '${separator}'`;

/** Of one item: `posting` has its occurrences of each term that is `asked`. */
const relevance = `sum(asked.idf * posting.weight * 2.2
  / (posting.weight + 1.2 * (0.25 + 0.75 * posting.length / asked.average_length)))`;

/** `$1` are the terms that count, `$2` is the limit. */
function best(matches: string): string {
  return `
    WITH asked AS (
      SELECT term, totals.terms::float8 / totals.items AS average_length,
        greatest(
          ln((totals.items - news_terms.items + 0.5::float8) / (news_terms.items + 0.5::float8)),
          0.000001
        ) AS idf
      FROM news_terms CROSS JOIN news_totals AS totals
      WHERE term = ANY($1) AND news_terms.items > 0
    ),
    best AS (
      SELECT * FROM (${matches}) AS matches
      ORDER BY relevance DESC, order_at DESC, number DESC LIMIT $2
    )
    SELECT number AS key, news.order_at, ranking_terms, relevance FROM best JOIN news USING (number)
    ORDER BY relevance DESC, news.order_at DESC, number DESC`;
}
