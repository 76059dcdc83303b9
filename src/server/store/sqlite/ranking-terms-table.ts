import type { Database } from '../../../storage/database.ts';
import { GenerationCache } from './generation-cache.ts';

/**
 * All in one row, for one of each would cost several times as much: the positions, and the terms one
 * after the other. As text, SQLite joins blobs byte by byte.
 */
const selectRankingTerms = `SELECT json_group_array(position) AS positions,
    json_group_array(length(terms)) AS lengths, CAST(group_concat(terms, '') AS BLOB) AS terms
  FROM news_ranking_terms WHERE position IN (SELECT value FROM json_each(?))`;

interface JoinedTerms {
  positions: string;
  lengths: string;
  terms: Uint8Array | null;
}

/** The terms by which items are ranked, packed, by their positions. */
export class RankingTermsTable {
  readonly #database: Database;
  readonly #known: GenerationCache<number, Uint8Array>;

  /** @param most bytes that are remembered */
  constructor(database: Database, most: number) {
    this.#database = database;
    // An array's own fields take as much as 25 terms.
    this.#known = new GenerationCache(most, (terms) => terms.byteLength + 100);
  }

  /** What was read in another generation of the news no longer holds. */
  renew(generation: number): void {
    this.#known.renew(generation);
  }

  /** Those of each position; `null` where an earlier version stored the item. */
  of(positions: readonly number[]): (Uint8Array | null)[] {
    const known = positions.map((position) => this.#known.get(position));
    const read = this.#read(positions.filter((_, at) => !known[at]));
    for (const [position, terms] of read) this.#known.set(position, terms);
    return positions.map((position, at) => known[at] ?? read.get(position) ?? null);
  }

  #read(positions: readonly number[]): Map<number, Uint8Array> {
    const found = new Map<number, Uint8Array>();
    if (positions.length === 0) return found;
    const row = this.#database.get<JoinedTerms>(selectRankingTerms, JSON.stringify(positions));
    const lengths = JSON.parse(row?.lengths ?? '[]') as number[];
    let end = 0;
    for (const [at, position] of (JSON.parse(row?.positions ?? '[]') as number[]).entries()) {
      const start = end;
      end += lengths[at] ?? 0;
      if (row?.terms) found.set(position, row.terms.subarray(start, end));
    }
    return found;
  }
}
