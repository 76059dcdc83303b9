import { ApiError } from './api-error.ts';

/** An `invalid_request` error for one field, in the form of the errors of the schema validation. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError('invalid_request', `${field} ${message}`, { issues: [{ field, message }] });
}
