import * as z from 'zod/mini';
import { namedSchema } from './schema-name.ts';

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

export type ErrorCode = keyof typeof errorStatus;

/** A problem with one field of a request. */
export interface Issue {
  /** Name of the field; empty if the problem concerns the whole input. */
  field: string;
  message: string;
}

/** The body of every error response. */
export const errorBodySchema = namedSchema('Error', () =>
  z.looseObject({ error: z.string(), message: z.string() }),
);
export type ErrorBody = z.infer<ReturnType<typeof errorBodySchema>>;

/** The body of a `plan_required` response: exactly these three fields (docs/service.md §9). */
export const planRequiredSchema = namedSchema('PlanRequired', () =>
  z.strictObject({
    error: z.literal('plan_required'),
    message: z.string(),
    url: z.string(),
  }),
);
export type PlanRequired = z.infer<ReturnType<typeof planRequiredSchema>>;
