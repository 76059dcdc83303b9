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

/** What is shown of a news item among others: all but its body. */
export type NewsHeadline = Readonly<Omit<NewsItemRecord, 'body'>>;

/** A news item with what its texts say to the index. */
export interface AnalyzedNewsItem extends NewsItemRecord {
  /** The terms of the title and of the text, as the analyzer made them, in reading order, spaces between. */
  terms: { title: string; text: string };
  /** What the ranking reads of the terms, packed: the store keeps it as it is. */
  ranking_terms: Uint8Array;
}

/** A news item with what the index needs to know of it. */
export interface IndexedNewsItem extends AnalyzedNewsItem {
  /** The time by which the item is ordered; never in the future. */
  order_at: number;
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
  /** Commoner terms: they order what is found; what they find by themselves is left to the store. */
  besides?: readonly string[];
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
  /** By which the store finds the item; of items of the same time, the smaller came first. */
  key: number;
  order_at: number;
  /** `null` where an earlier version stored the item. */
  ranking_terms: Uint8Array | null;
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
  /** Another number after each change of the news, by whichever process. */
  generation(): Promise<number>;
  /** In how many items each term occurs; a term that occurs nowhere is absent. */
  frequencies(terms: readonly string[]): Promise<Map<string, number>>;
  candidates(query: NewsQuery): Promise<NewsCandidate[]>;
  /** Items by the keys of candidates; one that is gone is absent. */
  items(keys: readonly number[]): Promise<Map<number, NewsItemRecord>>;
  /** The same without their bodies. */
  headlines(keys: readonly number[]): Promise<Map<number, NewsHeadline>>;
}
