/** A news item as it is kept. `publication_date` is absent where its source gave none. */
export interface NewsItemRecord {
  id: string;
  title: string;
  description: string;
  url: string | null;
  source: string | null;
  publication_date: number | null;
  body: string | null;
}

/** A news item with what the index needs to know of it. */
export interface IndexedNewsItem extends NewsItemRecord {
  /** The time by which the item is ordered; never in the future. */
  order_at: number;
  /** The terms of the title and of the text, as the analyzer made them, in reading order. */
  terms: { title: string[]; text: string[] };
}

/** How many items of a batch were new, known with other content, and known as they are. */
export interface AddedNews {
  added: number;
  updated: number;
  unchanged: number;
}

export interface NewsQuery {
  /**
   * Any of these terms may match: the more and the rarer, the better. One must, unless there are
   * phrases; with phrases, the terms only order what the phrases find.
   */
  anyOf: readonly string[];
  /** Each of these runs of terms must occur, its terms side by side. */
  phrases: readonly (readonly string[])[];
  /** Only items ordered at this time or later. */
  since?: number;
  /** Look no further than this many of the newest matches. */
  newest?: number;
  /** At most this many candidates, the best first. */
  limit: number;
}

export interface NewsCandidate {
  item: NewsItemRecord;
  order_at: number;
  /** The index's own relevance: larger is better, comparable within one query only. */
  relevance: number;
}

export interface NewsStore {
  /** One transaction. An item with a known id replaces what was stored under it. */
  add(items: readonly IndexedNewsItem[]): Promise<AddedNews>;
  get(id: string): Promise<NewsItemRecord | undefined>;
  /** Newest first. */
  latest(limit: number): Promise<NewsItemRecord[]>;
  count(): Promise<number>;
  /** In how many items each term occurs; a term that occurs nowhere is absent. */
  frequencies(terms: readonly string[]): Promise<Map<string, number>>;
  candidates(query: NewsQuery): Promise<NewsCandidate[]>;
}
