import * as z from 'zod/mini';
import { once } from './once.ts';
import { operation } from './operation.ts';
import {
  idField,
  integerField,
  limitField,
  maxTextLength,
  switchField,
  textField,
  timestampField,
} from './shared-fields.ts';

/** A standing watch, described by its prompt. */
const monitorSchema = once(() =>
  z.looseObject({
    id: z.string(),
    title: z.string(),
    prompt: z.string(),
    status: z.enum(['active', 'paused']),
    owner: z.looseObject({ type: z.enum(['user', 'team']), id: z.string() }),
    /** `null`: on demand only. */
    every_minutes: z.nullable(z.int()),
    execution: z.enum(['standard', 'agentic']),
    /** Addresses of the monitor's own feeds. */
    sources: z.array(z.string()),
    created_at: timestampField(),
    last_run_at: z.nullable(timestampField()),
    next_run_at: z.nullable(timestampField()),
  }),
);
export type Monitor = z.infer<ReturnType<typeof monitorSchema>>;

/** One relevant finding of a run. */
export const runResultSchema = once(() =>
  z.looseObject({
    title: z.string(),
    summary: z.string(),
    links: z.array(z.looseObject({ url: z.string(), source: z.nullable(z.string()) })),
    publication_date: z.nullable(timestampField()),
  }),
);
export type RunResult = z.infer<ReturnType<typeof runResultSchema>>;

const runSchema = once(() =>
  z.looseObject({
    id: z.string(),
    monitor_id: z.string(),
    trigger: z.enum(['schedule', 'on_demand', 'preview']),
    status: z.enum(['completed', 'failed']),
    started_at: timestampField(),
    finished_at: z.nullable(timestampField()),
    results: z.array(runResultSchema()),
    /** Why it failed; `null` when it completed. */
    error: z.nullable(z.string()),
    /** The first delivery results, one for each connection; empty where nothing was sent. */
    broadcast_results: z.array(
      z.looseObject({
        channel_id: z.string(),
        event_id: z.string(),
        status: z.string(),
        attempts: z.int(),
        last_status_code: z.nullable(z.int()),
        last_error: z.nullable(z.string()),
      }),
    ),
  }),
);
export type Run = z.infer<ReturnType<typeof runSchema>>;

export const monitorsList = operation({
  name: 'monitors.list',
  summary: 'List your monitors and those of your teams, oldest first',
  method: 'GET',
  path: '/api/v1/monitors',
  effect: 'read',
  access: 'paid',
  documented: true,
  examples: ['monitors list'],
  input: () => z.strictObject({}),
  output: () => z.looseObject({ monitors: z.array(monitorSchema()) }),
});

export const monitorsCreate = operation({
  name: 'monitors.create',
  summary: 'Start a standing watch; its first results come back as a preview',
  method: 'POST',
  path: '/api/v1/monitors',
  effect: 'create',
  openWorld: true,
  access: 'paid',
  documented: true,
  flags: {
    prompt: '--prompt <sentence>',
    every_minutes: '--every <duration>',
    team_id: '--team <id>',
  },
  examples: [
    'monitors create --prompt "Tell me when a central bank changes its interest rate"',
    'monitors create --prompt "cocoa quotas" --every 30m',
  ],
  input: () =>
    z.strictObject({
      prompt: textField(
        maxTextLength,
        'What to watch for, in a sentence; addresses of feeds in it are watched too',
      ),
      every_minutes: z.optional(integerField(5, 43_200, 'Minutes between runs', 60)),
      on_demand: switchField('No schedule: it runs only when you say so'),
      execution: z.optional(
        z
          .enum(['standard', 'agentic'])
          .check(z.describe('standard ranks the index; agentic asks the program of the operator')),
      ),
      team_id: z.optional(textField(200, 'The team that owns it, instead of you')),
    }),
  output: () => z.extend(monitorSchema(), { preview: runSchema() }),
});

export const monitorsRun = operation({
  name: 'monitors.run',
  summary: 'Run a monitor now; new results are recorded as an alert',
  method: 'POST',
  path: '/api/v1/monitors/{id}/run',
  effect: 'create',
  openWorld: true,
  access: 'paid',
  documented: true,
  args: ['id'],
  examples: ['monitors run mon_example'],
  input: () => z.strictObject({ id: idField() }),
  output: runSchema,
});

export const monitorsRuns = operation({
  name: 'monitors.runs',
  summary: 'List the runs of a monitor, newest first, with what became of their events',
  method: 'GET',
  path: '/api/v1/monitors/{id}/runs',
  effect: 'read',
  access: 'paid',
  documented: false,
  args: ['id'],
  examples: ['monitors runs mon_example --limit 5'],
  input: () => z.strictObject({ id: idField(), limit: limitField() }),
  output: () => z.looseObject({ runs: z.array(runSchema()) }),
});

export const monitorsPause = operation({
  name: 'monitors.pause',
  summary: 'Pause a monitor: it does not run by itself until it is resumed',
  method: 'POST',
  path: '/api/v1/monitors/{id}/pause',
  effect: 'change',
  access: 'paid',
  documented: false,
  args: ['id'],
  examples: ['monitors pause mon_example'],
  input: () => z.strictObject({ id: idField() }),
  output: monitorSchema,
});

export const monitorsResume = operation({
  name: 'monitors.resume',
  summary: 'Resume a paused monitor',
  method: 'POST',
  path: '/api/v1/monitors/{id}/resume',
  effect: 'change',
  access: 'paid',
  documented: false,
  args: ['id'],
  examples: ['monitors resume mon_example'],
  input: () => z.strictObject({ id: idField() }),
  output: monitorSchema,
});

export const monitorsPauseAll = operation({
  name: 'monitors.pause_all',
  summary: 'Pause every monitor that you own',
  method: 'POST',
  path: '/api/v1/monitors/pause-all',
  effect: 'change',
  destructive: true,
  access: 'paid',
  documented: false,
  examples: ['monitors pause-all'],
  input: () => z.strictObject({}),
  output: () => z.looseObject({ monitors: z.array(monitorSchema()) }),
});

export const monitorsDelete = operation({
  name: 'monitors.delete',
  summary: 'Delete a monitor; its alerts stay listed, its queued events stop',
  method: 'DELETE',
  path: '/api/v1/monitors/{id}',
  effect: 'delete',
  access: 'paid',
  documented: false,
  args: ['id'],
  examples: ['monitors delete mon_example'],
  input: () => z.strictObject({ id: idField() }),
  output: () => z.looseObject({ deleted: z.string() }),
});
