import type { ErrorCode } from '../../contract/errors.ts';

/** A request that the service answers with an error of the contract. */
export class ApiError extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  /** Further fields of the answer's body. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  /** The body of the answer, on every surface. */
  toJSON(): Record<string, unknown> {
    return { error: this.code, message: this.message, ...this.details };
  }
}
