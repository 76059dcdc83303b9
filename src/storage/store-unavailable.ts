/** The store cannot take the work now (disk full, locked, away). Nothing was half-written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Whether the work may have been done all the same: it was sent, and the answer never came. */
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: ErrorOptions & { outcomeUnknown?: boolean } = {}) {
    super(message, options);
    this.outcomeUnknown = options.outcomeUnknown === true;
  }
}
