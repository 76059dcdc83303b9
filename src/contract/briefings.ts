import * as z from 'zod/mini';
import { once } from './once.ts';
import { operation } from './operation.ts';
import { timestampField } from './shared-fields.ts';

const briefingSchema = once(() =>
  z.looseObject({
    id: z.string(),
    title: z.string(),
    summary: z.string(),
    created_at: timestampField(),
  }),
);
export type Briefing = z.infer<ReturnType<typeof briefingSchema>>;

export const briefings = {
  list: operation({
    name: 'briefings.list',
    summary: 'List your briefings, newest first; works without a paid plan',
    method: 'GET',
    path: '/api/v1/briefings',
    effect: 'read',
    access: 'free',
    examples: ['briefings list'],
    input: () => z.strictObject({}),
    list: 'briefings',
    output: () => z.looseObject({ briefings: z.array(briefingSchema()) }),
  }),
};
