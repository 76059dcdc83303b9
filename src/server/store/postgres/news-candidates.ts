import { firstCandidates } from '../rows/candidate-order.ts';
import type { NewsCandidate, NewsQuery } from '../store.ts';
import type { Queryable, Value } from './database.ts';
import { indexTerm, indexTerms, separator } from './news-terms.ts';

/** A statement with its parameters. */
interface Statement {
  sql: string;
  values: Value[];
}

/** The candidates of a query, from the postings of its terms. */
export async function newsCandidates(
  executor: Queryable,
  query: NewsQuery,
): Promise<NewsCandidate[]> {
  const phrases = query.phrases.map(indexTerms).filter((phrase) => phrase.length > 0);
  const { sql, values } = phrases.length > 0 ? withPhrases(query, phrases) : withAnyTerm(query);
  const { terms, since = Number.MIN_SAFE_INTEGER, limit } = query;
  const asked = [
    terms.map(({ term }) => indexTerm(term)),
    terms.map(({ weight }) => weight),
    terms.map(({ titleWeight }) => titleWeight),
  ];
  const found = await executor.all<NewsCandidate>(sql, ...asked, limit, since, ...values);
  return firstCandidates(found, limit);
}

/** Of an item with its postings of the terms asked for. */
const relevance = 'sum(weight + CASE WHEN in_title THEN title_weight ELSE 0 END)';

/** Reads the newest postings of each term: the newest items of all terms are among them. */
function withAnyTerm({ newest }: NewsQuery): Statement {
  const newestFirst =
    newest === undefined ? '' : 'ORDER BY order_at DESC FETCH FIRST ($6) ROWS WITH TIES';
  return {
    sql: best(
      `SELECT order_at, number, ${relevance} AS relevance
      FROM asked CROSS JOIN LATERAL (
        SELECT order_at, number, in_title FROM news_postings
        WHERE news_postings.term = asked.term AND order_at >= $5 ${newestFirst}
      ) AS posting
      GROUP BY order_at, number ${newestFirst}`,
    ),
    values: newest === undefined ? [] : [newest],
  };
}

/**
 * Goes through the postings of the rarest word of the phrases, newest first, keeps the items that
 * have the other words too, and searches those for the phrases.
 */
function withPhrases({ newest }: NewsQuery, phrases: readonly string[][]): Statement {
  const words = [...new Set(phrases.flat())];
  const newestFirst =
    newest === undefined ? '' : 'ORDER BY order_at DESC FETCH FIRST ($8) ROWS WITH TIES';
  return {
    sql: best(
      `SELECT order_at, number, coalesce((
          SELECT ${relevance} FROM asked JOIN news_postings AS posting USING (term)
          WHERE posting.order_at = having_words.order_at AND posting.number = having_words.number
        ), 0) AS relevance
      FROM (
        SELECT order_at, number FROM news_postings AS rarest
        WHERE order_at >= $5 AND term = (
          SELECT term FROM unnest($6::text[]) AS term LEFT JOIN news_terms USING (term)
          ORDER BY coalesce(items, 0) LIMIT 1
        ) AND cardinality($6::text[]) = (
          SELECT count(*) FROM news_postings AS other
          WHERE other.term = ANY($6) AND other.order_at = rarest.order_at
            AND other.number = rarest.number
        ) ${newestFirst}
      ) AS having_words JOIN news USING (order_at, number)
      WHERE NOT EXISTS (
        SELECT FROM unnest($7::text[]) AS phrase
        WHERE strpos(${enclosed('title_terms')}, phrase) = 0
          AND strpos(${enclosed('text_terms')}, phrase) = 0
      )`,
    ),
    values: [
      words,
      phrases.map((phrase) => `${separator}${phrase.join(separator)}${separator}`),
      ...(newest === undefined ? [] : [newest]),
    ],
  };
}

const enclosed = (terms: string) => `'${separator}' || ${terms} || '${separator}'`;

/** The most relevant matches. `$1` to `$3` are the terms and their weights, `$4` is the limit. */
function best(matches: string): string {
  return `
    WITH asked AS (
      SELECT * FROM unnest($1::text[], $2::integer[], $3::integer[])
        AS asked (term, weight, title_weight)
    ),
    best AS (
      SELECT * FROM (${matches}) AS matches
      ORDER BY relevance DESC, order_at DESC FETCH FIRST ($4) ROWS WITH TIES
    )
    SELECT id, order_at, ranking_terms, relevance FROM best JOIN news USING (order_at, number)`;
}
