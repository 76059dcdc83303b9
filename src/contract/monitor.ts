import * as z from 'zod/mini';
import { alertFilterOutput } from './alert-filters.ts';
import { namedSchema } from './schema-name.ts';
import { timestampField } from './shared-fields.ts';

/** A prompt that is matched against the news, on a schedule or on demand. */
export const monitorSchema = namedSchema('Monitor', () =>
  z.looseObject({
    id: z.string(),
    title: z.string(),
    prompt: z.string(),
    status: z.enum(['active', 'paused']),
    /** The account that created the monitor. */
    owner_id: z.string(),
    /** The team that the monitor is shared with; `null` if it is not shared. */
    team_id: z.nullable(z.string()),
    /** `null` for monitors that run only on demand. */
    every_minutes: z.nullable(z.int()),
    execution: z.enum(['standard', 'agentic']),
    /** URLs of the monitor's own feeds. */
    sources: z.array(z.string()),
    ...alertFilterOutput(),
    created_at: timestampField(),
    last_run_at: z.nullable(timestampField()),
    next_run_at: z.nullable(timestampField()),
  }),
);
export type Monitor = z.infer<ReturnType<typeof monitorSchema>>;

/** A monitor, and how its prompt was understood. */
export const understoodMonitorSchema = namedSchema('UnderstoodMonitor', () =>
  z.extend(monitorSchema(), {
    /** What the monitor looks for, in English. */
    understood: z.string(),
    /** The parts of the prompt that are ignored, may be misspelled or match most news. */
    prompt_warnings: z.array(z.string()),
  }),
);
