import * as z from 'zod/mini';
import { alertFilterFields, alertFilterFlags } from './alert-filters.ts';
import { monitorSchema, understoodMonitorSchema } from './monitor.ts';
import { extendNoun } from './noun.ts';
import { operation } from './operation.ts';
import { list, text, textOrNull } from './output-fields.ts';
import { cursorField, pageFields } from './pages.ts';
import { runSchema } from './run.ts';
import {
  idField,
  limitField,
  maxTextLength,
  minutesField,
  optionalBooleanField,
  textField,
} from './shared-fields.ts';

const minMinutes = 5;
const maxMinutes = 43_200;
const maxTitleLength = 200;

function filteredText(filtered: Readonly<Record<string, number>>): string {
  return Object.entries(filtered)
    .map(([filter, count]) => `${filter} ${count}`)
    .join(', ');
}

/** Why a run failed, or which feeds it could not read, for a note. */
function errorNotes(
  run: string,
  { status, error }: { status: string; error: string | null },
): string[] {
  if (error === null) return [];
  return [status === 'failed' ? `${run} failed: ${error}` : `${run} could not read ${error}`];
}

export const monitors = {
  list: operation({
    name: 'monitors.list',
    summary: 'List your monitors and those of your teams, oldest first',
    section: '2.2',
    method: 'GET',
    path: '/api/v1/monitors',
    effect: 'read',
    examples: ['monitors list'],
    input: () => z.strictObject({}),
    list: 'monitors',
    output: () => z.looseObject({ monitors: list(monitorSchema(), 'oldest first') }),
  }),

  create: operation({
    name: 'monitors.create',
    summary: 'Create a monitor; the response includes a preview of its first results',
    section: '4.3',
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
                'standard compares news with the prompt; agentic lets a program of the operator choose',
              ),
            ),
        ),
        team_id: z.optional(idField('share the monitor with this team, of which you are a member')),
        ...alertFilterFields(),
      }),
    notice: ({ preview, ignored_prompt, prompt_warnings }) => {
      const { results, filtered } = preview;
      const notes = [...prompt_warnings, ...errorNotes('the preview', preview)];
      if (ignored_prompt) {
        notes.push(
          `the prompt is too long: its last ${ignored_prompt.length} characters are ignored, from ${JSON.stringify(ignored_prompt.slice(0, 40))} on`,
        );
      } else if (results.length === 0 && Object.keys(filtered).length > 0) {
        notes.push(
          `the alert filters dropped all results of the preview: ${filteredText(filtered)}`,
        );
      }
      return notes.length > 0 ? notes.join('; ') : undefined;
    },
    output: () =>
      extendNoun(
        understoodMonitorSchema(),
        {
          name: 'CreatedMonitor',
          section: '4.3',
          description: 'a new monitor, and what it finds in the past',
        },
        {
          preview: runSchema(),
          ignored_prompt: textOrNull(
            'the end of the prompt, which is beyond the limits of a search; null: nothing is ignored',
          ),
        },
      ),
  }),

  get: operation({
    name: 'monitors.get',
    summary: 'Show a monitor and its alert filters',
    section: '2.2',
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
    section: '2.8',
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
    section: '3.1',
    method: 'POST',
    path: '/api/v1/monitors/{id}/run',
    effect: 'create',
    errors: ['conflict'],
    openWorld: true,
    args: ['id'],
    examples: ['monitors run mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    notice: (run) => errorNotes('the run', run).join('; ') || undefined,
    output: runSchema,
  }),

  runs: operation({
    name: 'monitors.runs',
    summary: 'List the runs of a monitor and their delivery results, newest first',
    section: '2.3',
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
    output: () => z.looseObject({ runs: list(runSchema(), 'newest first'), ...pageFields() }),
  }),

  pause: operation({
    name: 'monitors.pause',
    summary: 'Stop the scheduled runs of a monitor until it is resumed',
    section: '3.1',
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
    section: '3.1',
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
    section: '2.2',
    method: 'POST',
    path: '/api/v1/monitors/pause-all',
    effect: 'change',
    access: 'free',
    destructive: true,
    documented: false,
    examples: ['monitors pause-all'],
    input: () => z.strictObject({}),
    list: 'monitors',
    output: () =>
      z.looseObject({ monitors: list(monitorSchema(), 'all monitors that you own, paused now') }),
  }),

  delete: operation({
    name: 'monitors.delete',
    summary: 'Delete a monitor and stop its queued deliveries; its alerts stay listed',
    section: '3.1',
    method: 'DELETE',
    path: '/api/v1/monitors/{id}',
    effect: 'delete',
    errors: ['forbidden'],
    access: 'free',
    documented: false,
    args: ['id'],
    examples: ['monitors delete mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    output: () => z.looseObject({ deleted: text('id of the deleted monitor') }),
  }),
};
