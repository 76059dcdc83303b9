/**
 * A file or address cannot be read at all: it is unavailable, too large, or holds no news. A bad
 * entry in readable news is not an error but a rejected entry.
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

/** There is no such file, or the address returned no document. The location may be mistyped. */
export class FeedUnavailableError extends FeedError {}

/** The data is cut off or damaged. Everything before that point was read. */
export class TruncatedError extends Error {
  override readonly name = 'TruncatedError';
}
