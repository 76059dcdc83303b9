import * as z from 'zod/mini';
import { declare, noun } from './noun.ts';
import { once } from './once.ts';
import { list, text } from './output-fields.ts';

export type { ErrorBody, Issue, PlanRequired } from '../generated/data.ts';

const issueSchema = once(() =>
  declare(
    z.object({
      field: text('name of the field; empty if the problem concerns the whole input'),
      message: text('the problem with the value, such as "must be a list"'),
    }),
    { name: 'Issue', section: '9', description: 'a problem with one field of a request' },
  ),
);

export const errorBodySchema = once(() =>
  noun(
    { name: 'Error', section: '9', description: 'the body of an error response' },
    {
      error: text('code of the error, such as not_found; further codes may be added'),
      message: text('what went wrong, and the way out, in English'),
      issues: z.optional(
        list(issueSchema(), 'the problems of the input, at most 20; only for invalid_request'),
      ),
      channel_id: z.optional(text('id of the connection that is in the way; only for conflict')),
    },
  ),
);

/** The body of a `plan_required` response has exactly these three fields (docs/service.md §9). */
export const planRequiredSchema = once(() =>
  declare(
    z.strictObject({
      error: z.literal('plan_required').register(z.globalRegistry, { description: 'the code' }),
      message: text('what needs a plan, in a sentence'),
      url: text('URL of the page where a human can choose a plan'),
    }),
    {
      name: 'PlanRequired',
      section: '9',
      description: 'the body of a response with the status 402: the operation needs a paid plan',
    },
  ),
);
