import type { ErrorCode } from '../../contract/errors.ts';

/** An error response of the API (docs/service.md §9). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  /** Additional fields of the response body. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  /** The response body, the same on every surface. */
  toJSON(): Record<string, unknown> {
    return { error: this.code, message: this.message, ...this.details };
  }
}

/** An `invalid_request` error for one field, in the same form as schema validation errors. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError('invalid_request', `${field} ${message}`, { issues: [{ field, message }] });
}

/** The error for accounts without a paid plan; it has exactly three fields (docs/service.md §9). */
export function planRequired(url: string): ApiError {
  return new ApiError(
    'plan_required',
    'News and monitoring need a paid plan. The user can choose one at the URL; nothing was bought.',
    { url },
  );
}
