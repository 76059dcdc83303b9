/** The store cannot be used now (disk full, lock timeout, unreachable). No write is half stored. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Whether a write may have been stored: it was sent, but its response was lost. */
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: ErrorOptions & { outcomeUnknown?: boolean } = {}) {
    super(message, options);
    this.outcomeUnknown = options.outcomeUnknown === true;
  }
}
