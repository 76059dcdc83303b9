import * as z from 'zod/mini';
import { operation } from './operation.ts';

export const usage = operation({
  name: 'usage',
  summary: 'Read how much of the service you used in the last 30 days; works before payment',
  method: 'GET',
  path: '/api/v1/usage',
  effect: 'read',
  access: 'free',
  documented: true,
  examples: ['usage'],
  input: () => z.strictObject({}),
  output: () =>
    z.looseObject({
      /** Days in UTC, both inclusive, `YYYY-MM-DD`. */
      period: z.looseObject({ from: z.iso.date(), to: z.iso.date() }),
      requests: z.int(),
      operations: z.array(z.looseObject({ operation: z.string(), requests: z.int() })),
    }),
});
