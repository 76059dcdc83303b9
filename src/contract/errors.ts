import * as z from 'zod/mini';
import { once } from './once.ts';

/**
 * The `error` codes of the service and the HTTP status of each. Only `plan_required` is in the
 * service document; the others are our choice where it is silent.
 */
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

/** What is wrong with one field of a request. */
export interface Issue {
  /** The field's name; empty where the input as a whole is wrong. */
  field: string;
  message: string;
}

/** The body of every answer that is an error. */
export const errorBodySchema = once(() =>
  z.looseObject({ error: z.string(), message: z.string() }),
);
export type ErrorBody = z.infer<ReturnType<typeof errorBodySchema>>;

/** Exactly these three fields (service document, "Errors"). */
export const planRequiredSchema = once(() =>
  z.strictObject({
    error: z.literal('plan_required'),
    message: z.string(),
    url: z.string(),
  }),
);
export type PlanRequired = z.infer<ReturnType<typeof planRequiredSchema>>;
