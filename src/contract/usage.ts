import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { named } from './schema-name.ts';

export const usage = operation({
  name: 'usage',
  summary: 'Show your API requests of the last 30 days; works without a paid plan',
  method: 'GET',
  path: '/api/v1/usage',
  effect: 'read',
  access: 'free',
  examples: ['usage'],
  input: () => z.strictObject({}),
  output: () =>
    z.looseObject({
      /** UTC dates, both inclusive. */
      period: named('UsagePeriod', z.looseObject({ from: z.iso.date(), to: z.iso.date() })),
      requests: z.int(),
      /** Maximum number of requests in the period; `null` if the plan has no such limit. */
      quota: z.nullable(z.int()),
      operations: z.array(
        named('OperationUsage', z.looseObject({ operation: z.string(), requests: z.int() })),
      ),
    }),
});
