/** How much a key has used of its window. */
export interface RateLimitCount {
  points: number;
  /** When the window ends, and the count begins anew. */
  ends_at: number;
}

export interface RateLimitStore {
  /**
   * Adds to a key's count. Where no window is open, one opens that ends at `until`; windows that have
   * ended by `now` are removed on the way.
   */
  add(key: string, points: number, window: RateLimitWindow): Promise<RateLimitCount>;
}

export interface RateLimitWindow {
  now: number;
  until: number;
}
