import * as z from 'zod/mini';
import { named, namedSchema } from './schema-name.ts';
import { timestampField } from './shared-fields.ts';

/** One relevant item that a run found. */
export const runResultSchema = namedSchema('RunResult', () =>
  z.looseObject({
    title: z.string(),
    summary: z.string(),
    links: z.array(
      named('Link', z.looseObject({ url: z.string(), source: z.nullable(z.string()) })),
    ),
    publication_date: z.nullable(timestampField()),
    /** An earlier alert of the monitor contains the story, and this version says something new. */
    is_update: z.optional(z.literal(true)),
    /** The item was taken down: the texts are empty, and there are no links. */
    removed: z.optional(z.literal(true)),
  }),
);
export type RunResult = z.infer<ReturnType<typeof runResultSchema>>;

/** A version of an alerted story that says nothing new. */
const repeatSchema = namedSchema('Repeat', () =>
  z.omit(runResultSchema(), { summary: true, is_update: true }),
);
export type Repeat = z.infer<ReturnType<typeof repeatSchema>>;

export const runSchema = namedSchema('Run', () =>
  z.looseObject({
    id: z.string(),
    monitor_id: z.string(),
    trigger: z.enum(['schedule', 'on_demand', 'preview']),
    status: z.enum(['completed', 'failed']),
    started_at: timestampField(),
    finished_at: z.nullable(timestampField()),
    results: z.array(runResultSchema()),
    /** The number of results that each alert filter dropped, for filters that dropped any. */
    filtered: z.record(z.string(), z.int()),
    /** The first 20 results that were dropped because they repeat alerted stories. */
    repeats: z.optional(z.array(repeatSchema())),
    /** Why the run failed, or which of the monitor's own feeds a completed run could not read. */
    error: z.nullable(z.string()),
    /** The first delivery result of each connection. */
    broadcast_results: z.array(
      named(
        'BroadcastResult',
        z.looseObject({
          channel_id: z.string(),
          /** `null` if there is no event, because the webhook permission is missing. */
          event_id: z.nullable(z.string()),
          status: z.string(),
          attempts: z.int(),
          last_status_code: z.nullable(z.int()),
          last_error: z.nullable(z.string()),
        }),
      ),
    ),
  }),
);
export type Run = z.infer<ReturnType<typeof runSchema>>;
