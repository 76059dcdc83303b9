import type { WorkSlices } from '../../node/work-slices.ts';
import type { TermSpan } from '../search/index/ranking-terms.ts';
import type { Listed, RowPosition } from './sql/row-position.ts';

/** A news item as stored. */
export interface NewsItemRecord {
  id: string;
  title: string;
  description: string;
  url: string | null;
  source: string | null;
  /** In milliseconds; `null` if the source gave no date. */
  publication_date: number | null;
  body: string | null;
}

/** A news item without its body, as lists show it. */
export type NewsHeadline = Readonly<Omit<NewsItemRecord, 'body'>>;

/** A news item in the list of the newest, with the numbers that order it in this store. */
export type ListedNewsItem = Listed<NewsItemRecord & Pick<IndexedNewsItem, 'order_at'>>;

/** A news item with its analyzed terms, as the store indexes it. */
export interface IndexedNewsItem extends NewsItemRecord {
  /** The terms of each field for the index, in reading order, separated by spaces. */
  terms: { title: string; text: string };
  /** The packed terms that the ranking reads. The store returns them with candidates. */
  ranking_terms: Uint8Array;
  /** The time in milliseconds that the item is ordered by; never in the future. */
  order_at: number;
  /** For a copy from another store (default: it arrives now). */
  history?: ArrivalHistory;
}

/** The arrivals of an item, and its earlier text. */
export interface ArrivalHistory {
  /** The number of its latest arrival, as a new item or with a new text. */
  arrival: number;
  /** The number of its arrival as a new item. */
  first_arrival: number;
  /**
   * The {@link ItemText} before the latest arrival, as JSON: the latest one that was matched with
   * monitors, or else the first. `null` for a new item.
   */
  earlier_text: string | null;
}

/** The fields of an item whose change is an arrival. */
export type ItemText = Pick<NewsItemRecord, 'title' | 'description' | 'body'>;

/** A new or changed item that waits to be matched. */
export interface ArrivedItem extends NewsItemRecord, ArrivalHistory {
  ranking_terms: Uint8Array;
}

/** The number of new, changed and unchanged items of a batch, and of those that were taken down. */
export interface AddedNews {
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
}

/** Totals over all items. */
export interface NewsTotals {
  items: number;
  /** Number of terms that the ranking reads of all titles. */
  titleTerms: number;
  /** Number of terms that the ranking reads of all texts. */
  textTerms: number;
}

/** A term and its contribution to the relevance of an item that has it. Weights are integers. */
export interface WeightedTerm {
  term: string;
  weight: number;
  /** Added to `weight` if the term occurs in the title. */
  titleWeight: number;
}

/** Selects items by their `order_at`, in milliseconds. Both times are inclusive; a missing one is no bound. */
export interface NewsPeriod {
  since?: number | undefined;
  until?: number | undefined;
}

/** Selects items that have any of the terms or, if there are phrases, each of the phrases. */
export interface NewsQuery extends NewsPeriod {
  terms: readonly WeightedTerm[];
  /** The terms of a phrase must occur next to each other in one field. */
  phrases: readonly (readonly string[])[];
  /**
   * Considers only this many of the newest items with any of the terms or, if there are phrases,
   * all words of the phrases; plus all items with the same `order_at` as the last of them.
   */
  newest?: number;
  /** Maximum number of candidates. */
  limit: number;
}

/** An item as the ranking reads it. */
export interface RankableItem {
  id: string;
  order_at: number;
  /** Orders items with the same `order_at` in this store. */
  sequence: number;
  /** The terms that the ranking reads. */
  terms: TermSpan;
}

/** An item that a query selects. */
export interface NewsCandidate extends RankableItem {
  /** The sum of the weights of the terms that the item has. */
  relevance: number;
}

export interface NewsStore {
  /**
   * Adds items in one transaction. An item with a known id replaces the stored one. A new item, or
   * one with another title, description or body, is an arrival.
   */
  add(items: readonly IndexedNewsItem[]): Promise<AddedNews>;
  /** The items that arrived after an arrival, in the order of their arrivals. */
  arrivals(after: number, limit: number): Promise<ArrivedItem[]>;
  /** The number of the last arrival; 0 if there was none. */
  lastArrival(): Promise<number>;
  get(id: string): Promise<NewsItemRecord | undefined>;
  /** Deletes items and their index. Returns the number of items that it deleted. */
  delete(ids: readonly string[]): Promise<number>;
  /** The ids of the oldest items with an `order_at` before this time, oldest first. */
  oldest(before: number, limit: number): Promise<string[]>;
  /** Newest first; after a position if one is given. */
  latest(limit: number, after?: RowPosition, period?: NewsPeriod): Promise<ListedNewsItem[]>;
  count(): Promise<number>;
  totals(): Promise<NewsTotals>;
  /** A number that changes whenever any process changes the news. */
  generation(): Promise<number>;
  /** The number of items that each term occurs in. Terms that occur in no item are absent. */
  frequencies(terms: readonly string[], work?: WorkSlices): Promise<Map<string, number>>;
  /** Sorted by relevance, then newest first, then by id. */
  candidates(query: NewsQuery, work?: WorkSlices): Promise<NewsCandidate[]>;
  /** Items by their ids, in any order. Unknown ids are absent. */
  rankable(ids: readonly string[]): Promise<RankableItem[]>;
  /** Items by their ids. Unknown ids are absent. */
  headlines(ids: readonly string[]): Promise<Map<string, NewsHeadline>>;
  /** Items by their ids, found by their place in the order of items. */
  headlinesOf(items: readonly RankableItem[]): Promise<Map<string, NewsHeadline>>;
  /** The first 4,000 characters of the bodies of items, by their ids. Items without one are absent. */
  bodies(ids: readonly string[]): Promise<Map<string, string>>;
}
