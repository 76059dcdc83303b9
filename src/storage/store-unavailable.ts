interface StoreUnavailableOptions extends ErrorOptions {
  outcomeUnknown?: boolean;
  isUnreachable?: boolean;
  isLocked?: boolean;
  isDiskFull?: boolean;
  hasOtherTables?: boolean;
}

/** The store cannot be used now (disk full, lock timeout, unreachable). No write is half stored. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Whether a write may have been stored: it was sent, but its response was lost. */
  readonly outcomeUnknown: boolean;
  /** Whether the database cannot be reached, or rejects the connection. */
  readonly isUnreachable: boolean;
  /** Whether another process has locked the SQLite file. Nothing was read or written. */
  readonly isLocked: boolean;
  /** Whether a write failed because the disk is full. */
  readonly isDiskFull: boolean;
  /** Whether a version of newswatch wrote the data whose tables this one cannot read. */
  readonly hasOtherTables: boolean;

  constructor(message: string, options: StoreUnavailableOptions = {}) {
    super(message, options);
    this.outcomeUnknown = options.outcomeUnknown === true;
    this.isUnreachable = options.isUnreachable === true;
    this.isLocked = options.isLocked === true;
    this.isDiskFull = options.isDiskFull === true;
    this.hasOtherTables = options.hasOtherTables === true;
  }
}
