import * as z from 'zod/mini';
import { newsItemSchema } from './news.ts';
import { operation } from './operation.ts';
import { cursorField, pageFields } from './pages.ts';
import { runResultSchema } from './run.ts';
import { named, namedSchema } from './schema-name.ts';
import { limitField, timestampField } from './shared-fields.ts';

/** Fields after `created_at` are extensions: other deployments of the service may not return them. */
const briefingSchema = namedSchema('Briefing', () =>
  z.looseObject({
    id: z.string(),
    title: z.string(),
    /** Plain text that can be read without the other fields. */
    summary: z.string(),
    created_at: timestampField(),
    /** The time that the briefing covers; `to` is exclusive. */
    period: z.optional(
      named('BriefingPeriod', z.looseObject({ from: timestampField(), to: timestampField() })),
    ),
    /** The monitors that alerted in the period. */
    monitors: z.optional(
      z.array(
        named(
          'BriefingMonitor',
          z.looseObject({
            monitor_id: z.string(),
            monitor_title: z.string(),
            /** The number of alerts in the period. */
            alerts: z.int(),
            /** The number of results of these alerts. */
            result_count: z.int(),
            /** The newest of these results. */
            results: z.array(runResultSchema()),
          }),
        ),
      ),
    ),
    /** Other news of the period that matches the monitors. */
    news: z.optional(z.array(newsItemSchema())),
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
    examples: ['briefings list', 'briefings list --limit 1'],
    input: () => z.strictObject({ limit: limitField(), cursor: cursorField() }),
    list: 'briefings',
    output: () => z.looseObject({ briefings: z.array(briefingSchema()), ...pageFields() }),
  }),
};
