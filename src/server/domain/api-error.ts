import type { ErrorCode } from '../../contract/error-status.ts';
import type { Issue } from '../../contract/errors.ts';

/** An error response of the API (docs/service.md §9). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  /** Additional fields of the response body. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The field of the input that is at fault, for forms; `invalid_request` has `issues` instead. */
  readonly field: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    field?: string,
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.field = field;
  }

  /** The response body, the same on every surface. */
  toJSON(): Record<string, unknown> {
    return { error: this.code, message: this.message, ...this.details };
  }
}

/** An `invalid_request` error for input that does not match its schema. */
export function invalidInput(issues: readonly Issue[]): ApiError {
  const messages = issues.map(({ field, message }) => `${field} ${message}`.trim());
  return new ApiError('invalid_request', messages.join('; '), { issues });
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
