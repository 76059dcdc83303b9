/**
 * A file or address cannot be read: it is unavailable, too large, or does not contain news. An
 * invalid entry is not a `FeedError` but a rejected entry.
 */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  /** A path, or an address without credentials. */
  readonly location: string;
  /** The message without the location. */
  readonly reason: string;

  constructor(location: string, reason: string, options?: ErrorOptions) {
    super(`${location}: ${reason}`, options);
    this.location = location;
    this.reason = reason;
  }
}

/** The file cannot be opened or the address cannot be fetched. The location may be mistyped. */
export class FeedUnavailableError extends FeedError {}
