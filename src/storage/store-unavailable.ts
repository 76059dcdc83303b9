/** The store cannot take the work now (disk full, locked, away). Nothing was half-written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
