import type { Database } from '../../../storage/database.ts';
import { GenerationCache } from './generation-cache.ts';

/** What matches, newest first, as one text: a row for each would cost several times as much. */
const selectPositions = `SELECT json_group_array(rowid) AS positions FROM (
  SELECT rowid FROM news_terms WHERE news_terms MATCH ? AND rowid >= ? ORDER BY rowid DESC
)`;

/** Matches from a position on. */
interface PostingList {
  from: number;
  positions: Float64Array;
}

/** The positions that match expressions of FTS5, in descending order. */
export class PostingLists {
  readonly #database: Database;
  readonly #known: GenerationCache<string, PostingList>;
  /** What was asked for in part, while the news stays as it is. */
  readonly #wanted: GenerationCache<string, true>;

  /** @param most bytes that are remembered */
  constructor(database: Database, most: number) {
    this.#database = database;
    this.#known = new GenerationCache(most, ({ positions }) => positions.byteLength);
    this.#wanted = new GenerationCache(most / 100, () => 0);
  }

  /** What was read in another generation of the news no longer holds. */
  renew(generation: number): void {
    this.#known.renew(generation);
    this.#wanted.renew(generation);
  }

  /** The matches from a position on, remembered. */
  from(oldest: number, expression: string): Float64Array {
    const known = this.#known.get(expression);
    if (known && known.from <= oldest) return notBefore(oldest, known.positions);
    const positions = this.read(oldest, expression);
    this.#known.set(expression, { from: oldest, positions });
    return positions;
  }

  /**
   * The same, but for an expression that is asked for the first time `undefined`: who needs a part
   * of its matches reads that sooner than all of them.
   */
  fromIfWanted(oldest: number, expression: string): Float64Array | undefined {
    const wanted = this.#known.get(expression) ?? this.#wanted.get(expression);
    if (wanted) return this.from(oldest, expression);
    this.#wanted.set(expression, true);
    return undefined;
  }

  /** The matches from a position on, not remembered. */
  read(oldest: number, expression: string): Float64Array {
    const row = this.#database.get<{ positions: string }>(selectPositions, expression, oldest);
    return Float64Array.from(JSON.parse(row?.positions ?? '[]') as number[]);
  }
}

function notBefore(oldest: number, positions: Float64Array): Float64Array {
  let [start, end] = [0, positions.length];
  while (start < end) {
    const middle = (start + end) >>> 1;
    if ((positions[middle] ?? 0) >= oldest) start = middle + 1;
    else end = middle;
  }
  return positions.subarray(0, start);
}
