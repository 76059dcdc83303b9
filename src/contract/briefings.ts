import * as z from 'zod/mini';
import { timestamp } from './fields.ts';
import { operation } from './operation.ts';

export const Briefing = z.looseObject({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  created_at: timestamp,
});
export type Briefing = z.infer<typeof Briefing>;

export const list = operation({
  name: 'briefings.list',
  summary: 'List your briefings, newest first',
  method: 'GET',
  path: '/api/v1/briefings',
  effect: 'read',
  access: 'paid',
  documented: true,
  examples: ['briefings list'],
  input: z.strictObject({}),
  output: z.looseObject({ briefings: z.array(Briefing) }),
});
