/**
 * A file or address cannot be read at all: it is unavailable, too large, or does not contain news.
 * An invalid entry in readable news is not an error: it becomes a rejected entry.
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

/** The file does not exist, or the address returned no document. The location may be mistyped. */
export class FeedUnavailableError extends FeedError {}
