/** What has one of the things that are asked for. */
export interface Postings {
  /** Descending. */
  positions: readonly number[];
  weight: number;
}

/** A position with the weights of all the lists that it is in. */
export interface Match {
  position: number;
  relevance: number;
}

/** The positions that are in the heaviest lists together, the best first; of equals the newest. */
export function bestMatches(lists: readonly Postings[], limit: number): Match[] {
  const best = new Best(limit);
  const cursors = lists.map(({ positions, weight }) => new Cursor(positions, weight));
  for (;;) {
    let position = Number.NEGATIVE_INFINITY;
    for (const { next } of cursors) if (next > position) position = next;
    if (position === Number.NEGATIVE_INFINITY) return best.taken();
    let relevance = 0;
    for (const cursor of cursors) {
      if (cursor.next !== position) continue;
      relevance += cursor.weight;
      cursor.advance();
    }
    best.offer(position, relevance);
  }
}

/** Goes down a list. */
class Cursor {
  readonly weight: number;
  /** Minus infinity at its end. */
  next: number;
  readonly #positions: readonly number[];
  #at = 0;

  constructor(positions: readonly number[], weight: number) {
    this.#positions = positions;
    this.weight = weight;
    this.next = positions[0] ?? Number.NEGATIVE_INFINITY;
  }

  advance(): void {
    this.#at += 1;
    this.next = this.#positions[this.#at] ?? Number.NEGATIVE_INFINITY;
  }
}

/** Keeps the best of many matches. Of equals it keeps the one that was offered first. */
class Best {
  readonly #limit: number;
  #kept: Match[] = [];
  /** No more than this is not among the best. */
  #bar = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(position: number, relevance: number): void {
    if (relevance <= this.#bar) return;
    this.#kept.push({ position, relevance });
    if (this.#kept.length === 2 * this.#limit) {
      this.#kept = this.taken();
      this.#bar = this.#kept.at(-1)?.relevance ?? this.#bar;
    }
  }

  taken(): Match[] {
    return this.#kept.toSorted((a, b) => b.relevance - a.relevance).slice(0, this.#limit);
  }
}
