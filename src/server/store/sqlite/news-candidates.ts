import type { Database } from '../../../storage/database.ts';
import type { NewsCandidate, NewsQuery } from '../store.ts';
import { bestMatches, type Match, type Postings } from './best-matches.ts';
import { positionAt, timeAt } from './news-position.ts';

/** What matches, newest first, as one text: a row for each would cost several times as much. */
const selectPositions = `SELECT json_group_array(rowid) AS positions FROM (
  SELECT rowid FROM news_terms WHERE news_terms MATCH ? AND rowid >= ? ORDER BY rowid DESC
)`;
const selectOldest = `SELECT rowid FROM news_terms WHERE news_terms MATCH ? AND rowid >= ?
  ORDER BY rowid DESC LIMIT 1 OFFSET ?`;
/** The same of their terms. As text, SQLite joins blobs byte by byte. */
const selectRankingTerms = `SELECT json_group_array(position) AS positions,
    json_group_array(length(terms)) AS lengths, CAST(group_concat(terms, '') AS BLOB) AS terms
  FROM news_ranking_terms WHERE position IN (SELECT value FROM json_each(?))`;

/** What an occurrence counts by itself, and how much more it counts in the title. */
const anywhereShare = 0.33;
const titleShare = 0.27;

/**
 * The items that have most of what is asked, by how rare each of it is and whether it stands in the
 * title. FTS5 knows that at a tenth of the cost of its bm25(), which reads how often each term
 * occurs and how long each item is.
 *
 * @param size how many items there are
 */
export function newsCandidates(
  database: Database,
  query: NewsQuery,
  size: number,
): NewsCandidate[] {
  const phrases = query.phrases.filter((phrase) => phrase.length > 0).map(quoted);
  const terms = query.anyOf.map((term) => quoted([term]));
  const besides = (query.besides ?? []).map((term) => quoted([term]));
  const units = [...phrases, ...terms];
  const demanded = phrases.length > 0 ? phrases.join(' AND ') : terms.join(' OR ');
  if (demanded === '') return [];
  const from = oldestPosition(database, demanded, query);
  const postings = (expression: string): number[] => {
    const row = database.get<{ positions: string }>(selectPositions, expression, from);
    return JSON.parse(row?.positions ?? '[]') as number[];
  };
  const listsOf = (unit: string, { anywhere = '', title = '' }): Postings[] => {
    const all = postings(`${anywhere}${unit}`);
    const titles = postings(`${title}title : ${unit}`);
    // Of a commoner term only a part is looked up anywhere: it is not as rare as that.
    const weight = rarity(Math.max(all.length, titles.length), size);
    return [
      { positions: all, weight: anywhereShare * weight },
      { positions: titles, weight: titleShare * weight },
    ];
  };
  const found = `(${demanded}) AND `;
  const required = phrases.length > 0 ? found : '';
  return withRankingTerms(
    database,
    bestMatches(
      [
        ...units.flatMap((unit) => listsOf(unit, { anywhere: required, title: required })),
        ...besides.flatMap((unit) => listsOf(unit, { anywhere: found, title: required })),
      ],
      query.limit,
    ),
  );
}

function withRankingTerms(database: Database, matches: readonly Match[]): NewsCandidate[] {
  const positions = JSON.stringify(matches.map(({ position }) => position));
  const row = database.get<{ positions: string; lengths: string; terms: Uint8Array | null }>(
    selectRankingTerms,
    positions,
  );
  const lengths = JSON.parse(row?.lengths ?? '[]') as number[];
  const terms = new Map<number, Uint8Array>();
  let end = 0;
  for (const [at, position] of (JSON.parse(row?.positions ?? '[]') as number[]).entries()) {
    const start = end;
    end += lengths[at] ?? 0;
    if (row?.terms) terms.set(position, row.terms.subarray(start, end));
  }
  return matches.map(({ position, relevance }) => ({
    key: position,
    order_at: timeAt(position),
    ranking_terms: terms.get(position) ?? null,
    relevance,
  }));
}

function rarity(frequency: number, size: number): number {
  return Math.log(1 + (Math.max(size - frequency, 0) + 0.5) / (frequency + 0.5));
}

/** The position from which on a query looks. */
function oldestPosition(
  database: Database,
  expression: string,
  { since, newest }: NewsQuery,
): number {
  const from = since === undefined ? Number.MIN_SAFE_INTEGER : positionAt(since);
  if (newest === undefined) return from;
  const offset = Math.max(newest - 1, 0);
  return database.get<{ rowid: number }>(selectOldest, expression, from, offset)?.rowid ?? from;
}

/** Every term is quoted: inside of quotes FTS5 knows no other syntax, and only NUL ends them. */
function quoted(terms: readonly string[]): string {
  return `"${terms.join(' ').replaceAll('\0', '').replaceAll('"', '""')}"`;
}
