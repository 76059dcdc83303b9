/** The store cannot be used now: disk full, locked, unreachable. Nothing was written in part. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Whether the write may have happened: it was sent, and no response came. */
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: ErrorOptions & { outcomeUnknown?: boolean } = {}) {
    super(message, options);
    this.outcomeUnknown = options.outcomeUnknown === true;
  }
}
