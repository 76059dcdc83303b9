/** The store cannot be used now: full disk, lock timeout, unreachable. No write is stored in part. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Whether the write may be stored: it was sent, but its response was lost. */
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: ErrorOptions & { outcomeUnknown?: boolean } = {}) {
    super(message, options);
    this.outcomeUnknown = options.outcomeUnknown === true;
  }
}
