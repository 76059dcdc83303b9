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

const issueSchema = namedSchema('Issue', () =>
  z.object({
    field: z
      .string()
      .check(z.describe('name of the field; empty if the problem concerns the whole input')),
    message: z.string().check(z.describe('what is wrong with it')),
  }),
);
/** A problem with one field of a request. */
export type Issue = z.infer<ReturnType<typeof issueSchema>>;

/** The body of every error response. */
export const errorBodySchema = namedSchema('Error', () =>
  z.looseObject({
    error: z.string().check(z.describe('code of the error; further codes may be added')),
    message: z.string().check(z.describe('what went wrong, and the way out, in English')),
    issues: z.optional(
      z
        .array(issueSchema())
        .check(z.describe('only for `invalid_request`: the problems of the input, at most 20')),
    ),
    channel_id: z.optional(
      z.string().check(z.describe('only for `conflict`: the connection that is in the way')),
    ),
  }),
);
export type ErrorBody = z.infer<ReturnType<typeof errorBodySchema>>;

/** The body of a `plan_required` response: exactly these three fields (docs/service.md §9). */
export const planRequiredSchema = namedSchema('PlanRequired', () =>
  z.strictObject({
    error: z.literal('plan_required'),
    message: z.string().check(z.describe('what needs the plan, in English')),
    url: z.string().check(z.describe('pricing page, to be shown to a human')),
  }),
);
export type PlanRequired = z.infer<ReturnType<typeof planRequiredSchema>>;
