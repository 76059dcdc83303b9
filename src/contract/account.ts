import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { named } from './schema-name.ts';
import { timestampField } from './shared-fields.ts';

export const account = {
  overview: operation({
    name: 'account.overview',
    summary: 'Show your account, plan and resource counts; works without a paid plan',
    method: 'GET',
    path: '/api/v1/account/overview',
    effect: 'read',
    access: 'free',
    examples: ['account overview'],
    input: () => z.strictObject({}),
    output: () =>
      z.looseObject({
        account: named(
          'Account',
          z.looseObject({ id: z.string(), name: z.string(), created_at: timestampField() }),
        ),
        plan: named('Plan', z.looseObject({ status: z.enum(['active', 'none']), url: z.string() })),
        counts: named(
          'ResourceCounts',
          z.looseObject({ monitors: z.int(), channels: z.int(), news_items: z.int() }),
        ),
      }),
  }),
};
