/** A stream has more bytes than its reader accepts. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  /** In bytes. */
  readonly limit: number;

  constructor(limit: number) {
    super(`larger than ${limit} bytes`);
    this.limit = limit;
  }
}
