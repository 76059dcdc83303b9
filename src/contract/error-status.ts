/** The service's `error` codes and their HTTP status codes (docs/service.md §9). */
export const errorStatus = {
  invalid_request: 400,
  rejected_destination: 400,
  unauthorized: 401,
  plan_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** An `error` code of the service that this version knows. */
export type ErrorCode = keyof typeof errorStatus;
