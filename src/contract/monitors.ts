import * as z from 'zod/mini';
import { alertFilterFields, alertFilterFlags, alertFilterOutput } from './alert-filters.ts';
import { once } from './once.ts';
import { operation } from './operation.ts';
import { cursorField, pageFields } from './pages.ts';
import {
  idField,
  limitField,
  maxTextLength,
  minutesField,
  optionalBooleanField,
  textField,
  timestampField,
} from './shared-fields.ts';

/** A prompt that is matched against the news, on a schedule or on demand. */
const monitorSchema = once(() =>
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
const understoodMonitorSchema = once(() =>
  z.extend(monitorSchema(), {
    /** What the monitor looks for, in English. */
    understood: z.string(),
    /** What of the prompt is ignored, may be misspelled or matches most news. */
    prompt_warnings: z.array(z.string()),
  }),
);

/** One relevant item that a run found. */
export const runResultSchema = once(() =>
  z.looseObject({
    title: z.string(),
    summary: z.string(),
    links: z.array(z.looseObject({ url: z.string(), source: z.nullable(z.string()) })),
    publication_date: z.nullable(timestampField()),
    /** An earlier alert of the monitor contains the story, and this version says something new. */
    is_update: z.optional(z.literal(true)),
    /** The item was taken down: the texts are empty, and there are no links. */
    removed: z.optional(z.literal(true)),
  }),
);
export type RunResult = z.infer<ReturnType<typeof runResultSchema>>;

const minMinutes = 5;
const maxMinutes = 43_200;
const maxTitleLength = 200;

const runSchema = once(() =>
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
    /** Why the run failed; `null` if it completed. */
    error: z.nullable(z.string()),
    /** The first delivery result of each connection. */
    broadcast_results: z.array(
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
  }),
);
export type Run = z.infer<ReturnType<typeof runSchema>>;

function filteredText(filtered: Run['filtered']): string {
  return Object.entries(filtered)
    .map(([filter, count]) => `${filter} ${count}`)
    .join(', ');
}

export const monitors = {
  list: operation({
    name: 'monitors.list',
    summary: 'List your monitors and those of your teams, oldest first',
    method: 'GET',
    path: '/api/v1/monitors',
    effect: 'read',
    examples: ['monitors list'],
    input: () => z.strictObject({}),
    list: 'monitors',
    output: () => z.looseObject({ monitors: z.array(monitorSchema()) }),
  }),

  create: operation({
    name: 'monitors.create',
    summary: 'Create a monitor; the response includes a preview of its first results',
    method: 'POST',
    path: '/api/v1/monitors',
    effect: 'create',
    openWorld: true,
    flags: {
      prompt: '--prompt <sentence>',
      every_minutes: '--every <duration>',
      team_id: '--team <id>',
      ...alertFilterFlags,
    },
    examples: [
      'monitors create --prompt "Tell me when a central bank changes its interest rate"',
      'monitors create --prompt "cocoa quotas" --every 30m',
    ],
    input: () =>
      z.strictObject({
        prompt: textField(
          maxTextLength,
          'what to watch for, in a sentence; feed URLs in it are watched too',
        ),
        every_minutes: z.optional(
          z.nullable(
            minutesField('minutes between runs', { min: minMinutes, max: maxMinutes, default: 60 }),
          ),
        ),
        on_demand: optionalBooleanField('no schedule: run only on demand'),
        execution: z.optional(
          z
            .enum(['standard', 'agentic'])
            .check(
              z.describe(
                'standard searches the index; agentic runs the program that the operator configured',
              ),
            ),
        ),
        team_id: z.optional(idField('share the monitor with this team, of which you are a member')),
        ...alertFilterFields(),
      }),
    notice: ({ preview: { results, filtered }, ignored_prompt, prompt_warnings }) => {
      const notes = [...prompt_warnings];
      if (ignored_prompt) {
        notes.push(
          `the prompt is too long to be searched for in full: runs ignore its last ${ignored_prompt.length} characters, from ${JSON.stringify(ignored_prompt.slice(0, 40))}`,
        );
      } else if (results.length === 0 && Object.keys(filtered).length > 0) {
        notes.push(
          `the alert filters dropped all results of the preview: ${filteredText(filtered)}`,
        );
      }
      return notes.length > 0 ? notes.join('; ') : undefined;
    },
    output: () =>
      z.extend(understoodMonitorSchema(), {
        preview: runSchema(),
        /** The end of the prompt, which is beyond the limits of a search; `null` if there is none. */
        ignored_prompt: z.nullable(z.string()),
      }),
  }),

  get: operation({
    name: 'monitors.get',
    summary: 'Show a monitor and its alert filters',
    method: 'GET',
    path: '/api/v1/monitors/{id}',
    effect: 'read',
    documented: false,
    args: ['id'],
    examples: ['monitors get mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    output: understoodMonitorSchema,
  }),

  set: operation({
    name: 'monitors.set',
    summary: 'Change the title, the interval or the alert filters of a monitor',
    method: 'POST',
    path: '/api/v1/monitors/{id}',
    effect: 'change',
    errors: ['forbidden'],
    documented: false,
    args: ['id'],
    flags: { every_minutes: '--every <duration>', ...alertFilterFlags },
    examples: [
      'monitors set mon_example --every 30m --quiet-hours 22:00-07:00',
      'monitors set mon_example --exclude-sources example.com --exclude-words "live blog,podcast"',
    ],
    input: () =>
      z.strictObject({
        id: idField('id of the monitor'),
        title: z.optional(textField(maxTitleLength, 'title of the monitor and its alerts')),
        every_minutes: z.optional(
          z.nullable(
            minutesField(
              'minutes between runs',
              { min: minMinutes, max: maxMinutes },
              { canBeNone: true },
            ),
          ),
        ),
        ...alertFilterFields(),
      }),
    output: monitorSchema,
  }),

  run: operation({
    name: 'monitors.run',
    summary: 'Run a monitor now; new results are recorded as an alert',
    method: 'POST',
    path: '/api/v1/monitors/{id}/run',
    effect: 'create',
    errors: ['conflict'],
    openWorld: true,
    args: ['id'],
    examples: ['monitors run mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    output: runSchema,
  }),

  runs: operation({
    name: 'monitors.runs',
    summary: 'List the runs of a monitor and their delivery results, newest first',
    method: 'GET',
    path: '/api/v1/monitors/{id}/runs',
    effect: 'read',
    documented: false,
    args: ['id'],
    examples: ['monitors runs mon_example --limit 5'],
    input: () =>
      z.strictObject({
        id: idField('id of the monitor'),
        limit: limitField(),
        cursor: cursorField(),
      }),
    list: 'runs',
    output: () => z.looseObject({ runs: z.array(runSchema()), ...pageFields() }),
  }),

  pause: operation({
    name: 'monitors.pause',
    summary: 'Stop the scheduled runs of a monitor until it is resumed',
    method: 'POST',
    path: '/api/v1/monitors/{id}/pause',
    effect: 'change',
    errors: ['forbidden'],
    access: 'free',
    documented: false,
    args: ['id'],
    examples: ['monitors pause mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    output: monitorSchema,
  }),

  resume: operation({
    name: 'monitors.resume',
    summary: 'Resume a paused monitor',
    method: 'POST',
    path: '/api/v1/monitors/{id}/resume',
    effect: 'change',
    errors: ['forbidden'],
    documented: false,
    args: ['id'],
    examples: ['monitors resume mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    output: monitorSchema,
  }),

  pause_all: operation({
    name: 'monitors.pause_all',
    summary: 'Pause every monitor that you own',
    method: 'POST',
    path: '/api/v1/monitors/pause-all',
    effect: 'change',
    access: 'free',
    destructive: true,
    documented: false,
    examples: ['monitors pause-all'],
    input: () => z.strictObject({}),
    list: 'monitors',
    output: () => z.looseObject({ monitors: z.array(monitorSchema()) }),
  }),

  delete: operation({
    name: 'monitors.delete',
    summary: 'Delete a monitor and stop its queued deliveries; its alerts stay listed',
    method: 'DELETE',
    path: '/api/v1/monitors/{id}',
    effect: 'delete',
    errors: ['forbidden'],
    access: 'free',
    documented: false,
    args: ['id'],
    examples: ['monitors delete mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    output: () => z.looseObject({ deleted: z.string() }),
  }),
};
