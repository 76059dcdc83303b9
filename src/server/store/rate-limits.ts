/** The points of a key in its current window. */
export interface RateLimitCount {
  points: number;
  /** When the window ends and the count restarts. */
  ends_at: number;
}

export interface RateLimitStore {
  /** Adds to the count of a key. If it has no window at `now`, starts one that ends at `until`. */
  add(key: string, points: number, window: RateLimitWindow): Promise<RateLimitCount>;
}

export interface RateLimitWindow {
  now: number;
  until: number;
}
