/**
 * A source that cannot be read at all: away, too large, or no feed. Bad records in a source that
 * can be read are not errors; they are rejected one by one.
 */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  /** The source as it may be shown: an address without credentials, or a path. */
  readonly source: string;
  /** The message without the source. */
  readonly problem: string;

  constructor(source: string, problem: string, options?: ErrorOptions) {
    super(`${source}: ${problem}`, options);
    this.source = source;
    this.problem = problem;
  }
}

/** A file or an address where nothing can be had: more likely a wrong name than a bad source. */
export class MissingSource extends FeedError {}

/** The bytes stopped before their end; what came before is good. */
export class EndsEarly extends Error {
  override readonly name = 'EndsEarly';
}

/** One record that cannot become a news item. The message says why, without its content. */
export class RejectedRecord extends Error {
  override readonly name = 'RejectedRecord';
}
